import { invalidAt } from '../issue.js';
import type { HarnessBinding } from '../manifest.js';
import type { Rule } from './rule.js';

/** The hubs each mode goes with; `mothership` and `mock` take any or none (profile P7). */
const hubsOfMode = {
  public: ['public', 'none'],
  local: ['local-credential', 'keyring', 'none'],
  user: ['keyring', 'none'],
} as const satisfies Partial<Record<NonNullable<HarnessBinding['mode']>, readonly string[]>>;

const credentialHubs: ReadonlySet<string> = new Set(['keyring', 'local-credential']);

/** Profile P7: mode and hub go together, and a stored credential has a mode and a family. */
export const bindingPair: Rule = ({ draft }) => {
  if (draft.binding === undefined) return [];
  const { mode, hub, family } = draft.binding;
  if (mode === 'mothership' || mode === 'mock') return [];
  if (mode === undefined) {
    if (hub === undefined || !credentialHubs.has(hub)) return [];
    return [invalidAt('/binding/mode', `is required beside hub "${hub}"; write user or local`)];
  }
  const hubs: readonly string[] = hubsOfMode[mode];
  if (hub !== undefined && !hubs.includes(hub)) {
    return [invalidAt('/binding/hub', `"${hub}" does not go with mode "${mode}"; write one of ${hubs.join(', ')}`)];
  }
  const inForce = hub ?? hubs[0] ?? 'none';
  if (!credentialHubs.has(inForce) || family !== undefined) return [];
  return [invalidAt('/binding/family', `is required: hub "${inForce}" keeps the credential under it`)];
};
