import { canonicalText } from '../canonical-text.js';
import { deriveMeta } from '../derive-meta.js';
import { invalidAt } from '../issue.js';
import { isJsonObject } from '../json-object.js';
import { pointer } from '../json/pointer.js';
import { validateMeta } from '../validate-meta.js';
import type { Rule } from './rule.js';

/** §3.6, profile P4: a carried `meta` equals the derived one, member by member. */
export const carriedMeta: Rule = ({ draft, surface }) => {
  if (!Object.hasOwn(surface, 'meta') || draft.id === undefined) return [];
  const carried = surface['meta'];
  // the schema's own errors are reported with those of the rest of the file
  if (!isJsonObject(carried) || validateMeta(carried).length > 0) return [];
  const derived: Readonly<Record<string, unknown>> = { ...deriveMeta({ ...draft, id: draft.id }) };
  return [...new Set([...Object.keys(derived), ...Object.keys(carried)])].flatMap((name) => {
    const path = pointer(['meta', name]);
    if (!Object.hasOwn(derived, name)) return [invalidAt(path, 'must be absent: the manifest does not have it')];
    const expected = canonicalText(derived[name]);
    if (!Object.hasOwn(carried, name)) return [invalidAt(path, `is required: the manifest has ${brief(expected)}`)];
    if (canonicalText(carried[name]) === expected) return [];
    return [invalidAt(path, `must equal what the manifest says: ${brief(expected)}`)];
  });
};

function brief(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
