import { isForbiddenVariable, reachesAmbientLogins } from '../forbidden-variable.js';
import { invalidAt, warningAt } from '../issue.js';
import { pointer } from '../json/pointer.js';
import type { Issue } from '../manifest.js';
import type { Rule } from './rule.js';

/** Profile P3: no program can be handed a NUL or half a character. */
export const programTexts: Rule = ({ draft }) => [
  ...unfit('/wrap/bin', draft.wrap?.bin),
  ...(draft.wrap?.argv_template ?? []).flatMap((token, index) => unfit(`/wrap/argv_template/${index}`, token)),
  ...Object.entries(draft.wrap?.agent_env ?? {}).flatMap(([name, value]) =>
    unfit(pointer(['wrap', 'agent_env', name]), value),
  ),
  ...Object.entries(draft.verbs).flatMap(([key, verb]) =>
    (verb.cli ?? []).flatMap((token, index) => unfit(pointer(['verbs', key, 'cli', index]), token)),
  ),
];

/** Profile P3: variables that would change which code the program runs, and the runtime's own. */
export const agentEnvironment: Rule = ({ draft }) =>
  Object.entries(draft.wrap?.agent_env ?? {})
    .filter(([name, value]) => isForbiddenVariable(name, value))
    .map(([name]) => {
      const why = name === 'PATH' ? 'must hold absolute folders only' : 'is a variable that no pack may set; remove it';
      return invalidAt(pointer(['wrap', 'agent_env', name]), why);
    });

/** Profile P3: what may be set, and takes the place of what keeps a call to the credential it was given. */
export const ambientLogins: Rule = ({ draft }) =>
  Object.keys(draft.wrap?.agent_env ?? {})
    .filter(reachesAmbientLogins)
    .map((name) => {
      const why = 'leads the program out of the private folders of a call, to logins that are not its own; remove it';
      return warningAt('agent_env', pointer(['wrap', 'agent_env', name]), why);
    });

function unfit(path: string, text: string | undefined): readonly Issue[] {
  if (text === undefined || (text.isWellFormed() && !text.includes('\0'))) return [];
  return [invalidAt(path, 'must not hold a NUL or a lone surrogate')];
}
