import { pointer, type Issue, type Manifest, type Verb } from '@hcp/manifest';
import { declaredArguments } from './declared-arguments.js';
import { findEntry } from './find-entry.js';
import type { Policy, PolicyEntry } from './policy.js';
import { renderedArguments } from './rendered-arguments.js';

/** What a valid manifest and its valid policy say to each other that works and should be looked at (profile P4). */
export function packWarnings(manifest: Manifest, policy: Policy): readonly Issue[] {
  return Object.entries(manifest.verbs).flatMap(([key, verb]) => {
    const entry = findEntry(policy, key);
    if (entry === undefined) {
      return [warning('no_policy', pointer(['verbs', key]), 'has no entry in policy.json, so it never runs; add one')];
    }
    return [
      ...hintWarnings(key, verb, entry),
      ...secretWarnings(manifest, key, entry),
      ...nameWarnings(key, verb, entry),
    ];
  });
}

function hintWarnings(key: string, verb: Verb, entry: PolicyEntry): readonly Issue[] {
  if (verb.policy === undefined || verb.policy === entry.access) return [];
  const reason = `is the hint "${verb.policy}", but policy.json decides access "${entry.access}"; correct one of them`;
  return [warning('policy_hint', pointer(['verbs', key, 'policy']), reason)];
}

/** An argv is no place for a secret while the program runs. */
function secretWarnings(manifest: Manifest, key: string, entry: PolicyEntry): readonly Issue[] {
  return renderedArguments(manifest, key)
    .filter(({ name }) => entry.secretArgs.includes(name))
    .map(({ name, path }) => {
      const secret = `the secret argument ${JSON.stringify(name)} of verb ${JSON.stringify(key)}`;
      return warning(
        'secret_in_argv',
        path,
        `puts ${secret} into an argv, which every process of the machine can read`,
      );
    });
}

/** A misspelt name protects nothing. Only a schema that lists its properties can tell. */
function nameWarnings(key: string, verb: Verb, entry: PolicyEntry): readonly Issue[] {
  const declared = declaredArguments(verb);
  if (declared === undefined) return [];
  const lists = { secret_args: entry.secretArgs, allow_dash: entry.allowDash };
  return Object.entries(lists).flatMap(([member, names]) =>
    names
      .filter((name) => !Object.hasOwn(declared, name))
      .map((name) => {
        const reason = `names ${JSON.stringify(name)}, which the verb's args schema does not declare (policy.json)`;
        return warning('unknown_argument', pointer(['verbs', key, member]), reason);
      }),
  );
}

function warning(code: string, path: string, reason: string): Issue {
  return { code, message: `${path} ${reason}`, path, severity: 'warning' };
}
