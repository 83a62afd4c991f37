import type { Manifest } from '@hcp/manifest';
import { runFlags } from '../exec/call-flags.js';
import { declares } from '../exec/declared-types.js';
import { UsageError } from '../usage-error.js';
import type { RunFlag } from './run-request.js';

/** Who writes one of these expects that nothing runs. */
const inert: ReadonlySet<string> = new Set(['dry-run', 'help']);
const own: ReadonlySet<string> = new Set([...runFlags.map(({ name }) => name), ...inert]);

/**
 * Says which arguments are named like an option of `run`: behind the pack id every flag is an argument (profile P11),
 * and a verb without a schema takes any. `--dry-run` and `--help` are refused there: they would run, perhaps for good,
 * what was only to be shown. A name that the verb's schema or template holds is plain. A verb there is none of runs
 * nothing, so its refusal is the pipeline's.
 */
export function misplacedFlags(flags: readonly RunFlag[], manifest: Manifest, verbKey: string): readonly string[] {
  const verb = Object.hasOwn(manifest.verbs, verbKey) ? manifest.verbs[verbKey] : undefined;
  if (verb === undefined) return [];
  const template = verb.cli ?? manifest.wrap?.argv_template ?? [];
  const isPlain = (name: string): boolean =>
    declares(verb, name) || template.some((token) => token.includes(`{{${name}}}`));
  const names = flags.map(({ name }) => name).filter((name) => own.has(name) && !isPlain(name));
  const refused = names.find((name) => inert.has(name));
  if (refused !== undefined) {
    throw new UsageError(
      `--${refused} behind the pack id is an argument, and this verb declares none of that name`,
      `write it before the pack id, or hcp exec … -- ${refused}=true for the argument`,
    );
  }
  return names.map((name) => `--${name} behind the pack id is an argument; as an option of hcp run, write it before`);
}
