import type { BindingMode, Verb } from '@hcp/manifest';
import type { PolicyEntry } from '@hcp/policy';
import type { ApprovedCall } from './approved-call.js';
import type { Caller } from './caller.js';
import type { ExecEnvelope } from './envelope.js';
import type { AdapterOutcome, ApprovalClaim, InstalledPack, Minted, Ports, RenderedCall } from './ports.js';
import type { Principal, Session } from './principal.js';
import type { Refusal } from './refusals.js';
import type { CallReport, ResultEnvelope } from './result-envelope.js';

/**
 * What is known of a call after each step. `stage` makes every state a type of its own, so a step that is swapped,
 * missing or doubled in the pipeline does not compile.
 */
export interface Received {
  readonly stage: 'received';
  readonly callId: string;
  readonly envelope: ExecEnvelope;
  readonly caller: Caller;
  /** Milliseconds on the monotonic clock of {@link Ports}. */
  readonly startedAt: number;
  /** The whole pipeline once more, for the calls that this one makes. */
  readonly execute: (envelope: ExecEnvelope, caller: Caller) => Promise<CallReport>;
}

export interface Resolved extends Omit<Received, 'stage'> {
  readonly stage: 'resolved';
  readonly pack: InstalledPack;
}

export interface Activated extends Omit<Resolved, 'stage'> {
  readonly stage: 'activated';
  readonly session: Session;
}

export interface Governed extends Omit<Activated, 'stage'> {
  readonly stage: 'governed';
  readonly verb: Verb;
  readonly entry: PolicyEntry;
  /** Without the reserved keys (§6.1). */
  readonly args: Readonly<Record<string, unknown>>;
  readonly confirmed: boolean;
  /** `mode: "mock"` was asked for, by this call or by a composite above it. */
  readonly mock: boolean;
  readonly bindingMode: BindingMode;
}

export interface Authenticated extends Omit<Governed, 'stage'> {
  readonly stage: 'authenticated';
  readonly principal: Principal;
  readonly projectId: string | null;
}

export interface Capable extends Omit<Authenticated, 'stage'> {
  readonly stage: 'capable';
}

export interface Confirmed extends Omit<Capable, 'stage'> {
  readonly stage: 'confirmed';
  readonly claim: ApprovalClaim | undefined;
}

export interface Rendered extends Omit<Confirmed, 'stage'> {
  readonly stage: 'rendered';
  readonly rendered: RenderedCall;
}

export interface Recorded extends Omit<Rendered, 'stage'> {
  readonly stage: 'recorded';
}

export interface Approved extends Omit<Recorded, 'stage'> {
  readonly stage: 'approved';
  readonly call: ApprovedCall;
  readonly minted: Minted;
}

export interface Ran extends Omit<Approved, 'stage'> {
  readonly stage: 'ran';
  readonly outcome: Extract<AdapterOutcome, { ok: true }>;
}

export interface Returned extends Omit<Ran, 'stage'> {
  readonly stage: 'returned';
  readonly result: ResultEnvelope;
  /** `result` on one line. */
  readonly line: string;
}

export type AnyState =
  | Received
  | Resolved
  | Activated
  | Governed
  | Authenticated
  | Capable
  | Confirmed
  | Rendered
  | Recorded
  | Approved
  | Ran
  | Returned;

/** One step: a larger state or a refusal; whatever it throws becomes the refusal of `onFault`. */
export interface Step<In extends AnyState, Out extends AnyState> {
  readonly reaches: Out['stage'];
  readonly run: (state: In, ports: Ports) => Out | Refusal | Promise<Out | Refusal>;
  readonly onFault: (state: In) => Refusal;
}
