import type { Verb } from '@hcp/manifest';
import type { Argument } from '../exec/argument-pairs.js';
import { declares } from '../exec/declared-types.js';
import { UsageError } from '../usage-error.js';
import type { RunFlag } from './run-request.js';

const negation = 'no-';

/** Flags as arguments: a bare one is `true`, `--no-name` is `false` unless the verb declares that very name. */
export function flagArguments(flags: readonly RunFlag[], verb: Verb | undefined): readonly Argument[] {
  const names = new Set<string>();
  return flags.map((flag) => {
    const argument = flagArgument(flag, verb);
    if (names.has(argument.name)) throw new UsageError(`argument ${JSON.stringify(argument.name)} is given twice`);
    names.add(argument.name);
    return argument;
  });
}

function flagArgument(flag: RunFlag, verb: Verb | undefined): Argument {
  const { name, value, joined } = flag;
  const negated = name.startsWith(negation) && name.length > negation.length && !joined && !declares(verb, name);
  if (negated) {
    if (value === undefined) return { name: name.slice(negation.length), json: 'false' };
    throw new UsageError(`--${name} takes no value`, `write --${name.slice(negation.length)}=<value>`);
  }
  return value === undefined ? { name, json: 'true' } : { name, text: value };
}
