import type { PolicyEntry } from '@hcp/policy';
import type { ArgvRequest } from '../src/index.js';

export const entry: PolicyEntry = {
  access: 'write',
  capability: 'ledger.transfer',
  confirm: true,
  binding: 'pack',
  secretArgs: [],
  allowDash: [],
  denyPrefix: [],
  timeoutMs: 20_000,
  maxOutputBytes: 4096,
};

/** A request whose verb has this `cli` (without the bin name that comes first). */
export function cliRequest(
  tokens: readonly string[],
  args: Readonly<Record<string, unknown>>,
  changes: Partial<PolicyEntry> = {},
): ArgvRequest {
  return {
    wrap: {},
    verbKey: 'transfer',
    verb: { cli: ['ledger', ...tokens] },
    entry: { ...entry, ...changes },
    args,
  };
}

/** A request that renders through `wrap.argv_template`. */
export function templateRequest(
  template: readonly string[],
  verbKey: string,
  args: Readonly<Record<string, unknown>> = {},
): ArgvRequest {
  return { wrap: { argv_template: template }, verbKey, verb: {}, entry, args };
}
