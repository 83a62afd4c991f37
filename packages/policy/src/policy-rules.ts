import type { Issue, Manifest } from '@hcp/manifest';
import { capabilityProblem } from './capability-rule.js';
import { invalidPolicy } from './invalid-policy.js';

type Members = Readonly<Record<string, unknown>>;

/** `surface_id` of the content of a `policy.json`, whatever else is wrong with it. */
export function surfaceIdOf(value: unknown): string | undefined {
  const id = membersOf(value)['surface_id'];
  return typeof id === 'string' ? id : undefined;
}

/** §3.7: the manifest's `id` is the policy's `surface_id`; the text is fixed by profile P4. */
export function checkSurfaceId(value: unknown, id: string): readonly Issue[] {
  const surfaceId = surfaceIdOf(value);
  if (surfaceId === undefined || surfaceId === id) return [];
  const message = `id "${id}" does not match policy surface_id "${surfaceId}"`;
  return [{ code: 'missing_verb', message, path: '/surface_id', severity: 'error' }];
}

/**
 * The rules of profile P5 on entries that no schema can say: a capability of the pack's own and, where the manifest's
 * verbs are known, a declared verb. Looks at any JSON value; a member of the wrong type is the schema's to report.
 */
export function checkEntries(value: unknown, verbs: Manifest['verbs'] | undefined): readonly Issue[] {
  const surfaceId = surfaceIdOf(value);
  return Object.entries(membersOf(membersOf(value)['verbs'])).flatMap(([key, entry]) => {
    const issues: Issue[] = [];
    if (verbs !== undefined && !Object.hasOwn(verbs, key)) {
      issues.push(invalidPolicy(['verbs', key], 'is no verb of surface.json; declare it there or remove the entry'));
    }
    const problem = surfaceId === undefined ? undefined : checkCapability(surfaceId, membersOf(entry));
    if (problem !== undefined) issues.push(invalidPolicy(['verbs', key, 'capability'], problem));
    return issues;
  });
}

function checkCapability(surfaceId: string, { access, capability }: Members): string | undefined {
  if (typeof capability !== 'string' || capability === '') return undefined;
  if (access !== 'read' && access !== 'write') return undefined;
  const problem = capabilityProblem(surfaceId, access, capability);
  return problem && `${problem}, not ${JSON.stringify(capability)}`;
}

/** Parsed JSON has own members only, `__proto__` among them; an array or a scalar has none to look at. */
function membersOf(value: unknown): Members {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Members) : {};
}
