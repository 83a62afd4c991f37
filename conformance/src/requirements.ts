import { executeRequirements } from './requirements/section-6.js';
import { manifestRequirements } from './requirements/section-3.js';
import { packRequirements } from './requirements/profile-packs.js';
import { callRequirements } from './requirements/profile-calls.js';
import { machineRequirements } from './requirements/profile-machine.js';
import type { Requirement } from './requirements/requirement.js';

export type { Requirement } from './requirements/requirement.js';

/** Every MUST, MUST NOT and SHOULD of §3 and §6 and every duty of the profile. */
export const requirements: readonly Requirement[] = [
  ...manifestRequirements,
  ...executeRequirements,
  ...callRequirements,
  ...packRequirements,
  ...machineRequirements,
];

/** `6.3` of `6.3.6`, `P3` of `P3-dash`: the folder of a case whose first citation this is. */
export function clauseOf(id: string): string {
  const clause = id.split('-', 1)[0] ?? id;
  return clause.split('.').slice(0, 2).join('.');
}
