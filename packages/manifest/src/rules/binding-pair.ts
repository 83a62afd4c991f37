import { checkBinding } from '../binding-pairs.js';
import { invalidAt } from '../issue.js';
import type { Rule } from './rule.js';

/** Profile P7: mode and hub go together, and a stored credential has a family; the mint asks the same table. */
export const bindingPair: Rule = ({ draft }) => {
  const problem = draft.binding === undefined ? undefined : checkBinding(draft.binding);
  return problem === undefined ? [] : [invalidAt('/binding', problem)];
};
