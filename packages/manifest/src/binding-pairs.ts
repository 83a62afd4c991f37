import type { BindingHub, BindingMode, HarnessBinding } from './manifest.js';

/** Where the credential of a Binding comes from; `nothing` mints none. */
export type CredentialSource = 'nothing' | 'local-credential' | 'keyring' | 'mothership';

/** One allowed pair of `binding.mode` and `binding.hub`; `undefined` stands for a member the manifest leaves out. */
export interface BindingPair {
  readonly mode: BindingMode | undefined;
  readonly hub: BindingHub | undefined;
  readonly source: CredentialSource;
}

/** Every pair profile P7 allows. A pair that is not here is refused. */
export const bindingPairs: readonly BindingPair[] = [
  { mode: undefined, hub: undefined, source: 'nothing' },
  { mode: undefined, hub: 'public', source: 'nothing' },
  { mode: undefined, hub: 'none', source: 'nothing' },
  { mode: 'public', hub: undefined, source: 'nothing' },
  { mode: 'public', hub: 'public', source: 'nothing' },
  { mode: 'public', hub: 'none', source: 'nothing' },
  { mode: 'local', hub: undefined, source: 'local-credential' },
  { mode: 'local', hub: 'local-credential', source: 'local-credential' },
  { mode: 'local', hub: 'keyring', source: 'keyring' },
  { mode: 'user', hub: undefined, source: 'keyring' },
  { mode: 'user', hub: 'keyring', source: 'keyring' },
  { mode: 'mothership', hub: undefined, source: 'mothership' },
  { mode: 'mothership', hub: 'keyring', source: 'mothership' },
  { mode: 'mothership', hub: 'local-credential', source: 'mothership' },
  { mode: 'mothership', hub: 'public', source: 'mothership' },
  { mode: 'mothership', hub: 'none', source: 'mothership' },
  { mode: 'mock', hub: undefined, source: 'nothing' },
  { mode: 'mock', hub: 'keyring', source: 'nothing' },
  { mode: 'mock', hub: 'local-credential', source: 'nothing' },
  { mode: 'mock', hub: 'public', source: 'nothing' },
  { mode: 'mock', hub: 'none', source: 'nothing' },
];

const credentialHubs: ReadonlySet<unknown> = new Set(['local-credential', 'keyring']);

/** The row of {@link bindingPairs} a Binding stands in, or `undefined` when its pair is not allowed (profile P7). */
export function findBindingPair(binding: HarnessBinding): BindingPair | undefined {
  return bindingPairs.find((pair) => pair.mode === binding.mode && pair.hub === binding.hub);
}

/**
 * Why a Binding cannot hold, or `undefined` when it can (profile P7). The text follows `binding: `, as an issue of
 * validation and as the refusal of step 7 alike.
 */
export function checkBinding(binding: HarnessBinding): string | undefined {
  const pair = findBindingPair(binding);
  if (pair === undefined) return pairProblem(binding);
  const hub = credentialHubs.has(pair.source) ? pair.source : binding.hub;
  if (!credentialHubs.has(hub)) return undefined;
  if (binding.family === undefined || binding.family === '') {
    return `hub "${String(hub)}" requires family; name the credential in binding.family`;
  }
  return undefined;
}

function pairProblem(binding: HarnessBinding): string {
  const hub = binding.hub === undefined ? 'no hub' : `hub "${binding.hub}"`;
  if (binding.mode === undefined) {
    return `${hub} requires mode; set binding.mode to one of ${listed(modesOf(binding.hub))}`;
  }
  const hubs = bindingPairs.flatMap((pair) => (pair.mode === binding.mode ? [pair.hub] : []));
  if (hubs.length === 0) return `mode "${binding.mode}" is not known; use one of ${listed(modesOf(undefined))}`;
  return `mode "${binding.mode}" does not go with ${hub}; use ${listed(hubs)}`;
}

function modesOf(hub: BindingHub | undefined): readonly (BindingMode | undefined)[] {
  return bindingPairs.flatMap((pair) => (pair.hub === hub && pair.mode !== undefined ? [pair.mode] : []));
}

function listed(names: readonly (string | undefined)[]): string {
  return names.map((name) => name ?? 'no hub').join(', ');
}
