import type { Access } from './policy.js';

/**
 * What is wrong with a capability that an entry names, or `undefined` (profile P5): a pack names capabilities of its
 * own only, and a write never hides behind one that a grant of reading covers.
 */
export function capabilityProblem(surfaceId: string, access: Access, capability: string): string | undefined {
  const prefix = `${surfaceId}.`;
  if (!capability.startsWith(prefix)) return `must start ${JSON.stringify(prefix)}`;
  if (capability.length === prefix.length) return `must name something after ${JSON.stringify(prefix)}`;
  if (access === 'write' && capability.endsWith('.read')) return 'must not end ".read" where access is "write"';
  return undefined;
}
