import type { ApprovedCall, InstalledPack, Minted, NestedCalls } from '@hcp/pipeline';
import type { PolicyEntry } from '@hcp/policy';
import type { CompositeBinding } from './handler.js';

/** One call of a composite verb that the pipeline has approved. */
export interface CompositeCall {
  readonly pack: InstalledPack;
  readonly verbKey: string;
  readonly entry: PolicyEntry;
  readonly args: Readonly<Record<string, unknown>>;
  readonly call: ApprovedCall;
  readonly minted: Minted;
  readonly nested: NestedCalls;
}

/** What the handler may know of the credential. */
export function bindingOf({ call, minted }: CompositeCall): CompositeBinding {
  const mode = call.bindingMode as CompositeBinding['mode'];
  return { mode, env: { ...minted.env }, headers: { ...minted.headers } };
}
