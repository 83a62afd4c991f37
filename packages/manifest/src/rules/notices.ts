import { warningAt } from '../issue.js';
import { isJsonObject, type JsonObject } from '../json-object.js';
import { pointer } from '../json/pointer.js';
import type { Issue } from '../manifest.js';
import { surfaceMembers, verbMembers } from '../normalise-manifest.js';
import type { Rule } from './rule.js';

/** §3.1, profile P4: unknown members of the file and of a verb are ignored and reported, `x-` ones never. */
export const unknownFields: Rule = ({ surface }) => {
  const verbs = isJsonObject(surface['verbs']) ? Object.entries(surface['verbs']) : [];
  return [
    ...unknownMembers(surface, surfaceMembers, []),
    ...verbs.flatMap(([key, verb]) => (isJsonObject(verb) ? unknownMembers(verb, verbMembers, ['verbs', key]) : [])),
  ];
};

/** Profile P4: each `cli` starts with the program that the Skill teaches. */
export const taughtProgram: Rule = ({ draft }) =>
  Object.entries(draft.verbs).flatMap(([key, { cli }]) =>
    draft.cliBin === undefined || cli?.[0] === undefined || cli[0] === draft.cliBin
      ? []
      : [
          warningAt(
            'cli_bin',
            pointer(['verbs', key, 'cli', 0]),
            `is ${quoted(cli[0])}, and cliBin is ${quoted(draft.cliBin)}`,
          ),
        ],
  );

/** §3.1: the inline Skill is deprecated. */
export const inlineSkill: Rule = ({ draft }) =>
  draft.harness === undefined ? [] : [warningAt('deprecated', '/harness', 'is deprecated; write HARNESS.md instead')];

/** §3.5, §6.7: a pass-through never runs here. */
export const bootstrap: Rule = ({ draft }) =>
  draft.pass_through === undefined
    ? []
    : [warningAt('bootstrap', '/pass_through', 'is shown and never executed; promote what it is used for to verbs')];

function unknownMembers(object: JsonObject, known: ReadonlySet<string>, path: readonly string[]): Issue[] {
  return Object.keys(object)
    .filter((name) => !known.has(name) && !name.startsWith('x-'))
    .map((name) => {
      const place = pointer([...path, name]);
      return { code: 'unknown_field', message: place, path: place, severity: 'warning' };
    });
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
