import type { Policy, PolicyEntry } from './policy.js';

/** The Policy entry of a verb, by its exact key; `undefined` allows nothing (§6.3 step 3, §6.7). */
export function findEntry(policy: Policy, verbKey: string): PolicyEntry | undefined {
  return Object.hasOwn(policy.verbs, verbKey) ? policy.verbs[verbKey] : undefined;
}
