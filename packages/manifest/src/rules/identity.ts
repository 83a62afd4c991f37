import type { Rule } from './rule.js';

/** `id` missing or different from the policy's `surface_id` (§3.7); the texts are fixed by profile P4. */
export const identity: Rule = ({ draft, surface, surfaceId }) => {
  if (!Object.hasOwn(surface, 'id')) {
    return [{ code: 'invalid_meta', message: 'id is required', path: '/id', severity: 'error' }];
  }
  if (surfaceId === undefined || draft.id === undefined || draft.id === surfaceId) return [];
  const message = `id "${draft.id}" does not match policy surface_id "${surfaceId}"`;
  return [{ code: 'missing_verb', message, path: '/id', severity: 'error' }];
};
