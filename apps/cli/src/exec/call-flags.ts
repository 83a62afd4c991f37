/** One flag, written once: the quick parser reads it and the full program shows it in its help. */
export interface FlagDefinition {
  readonly name: string;
  /** How help writes the value; `null` for a flag that takes none. */
  readonly value: string | null;
  readonly description: string;
}

const session: FlagDefinition = {
  name: 'session',
  value: '<name>',
  description: 'the session whose packs may run (default: "default")',
};
const project: FlagDefinition = { name: 'project', value: '<id>', description: 'the project of the call' };
const dryRun: FlagDefinition = {
  name: 'dry-run',
  value: null,
  description: 'check everything and show what would run, without running it',
};
const verbose: FlagDefinition = {
  name: 'verbose',
  value: null,
  description: 'say the call id on standard error, and where an unexpected fault arose',
};
const json: FlagDefinition = {
  name: 'json',
  value: null,
  description: 'has no effect here: the answer is always one line of JSON',
};

/** Flags of `exec`; they may stand anywhere before `--`. */
export const execFlags: readonly FlagDefinition[] = [
  { name: 'envelope', value: '<file|->', description: 'read the envelope from a file, or from standard input with -' },
  { name: 'jsonl', value: null, description: 'read an envelope a line, answer a line each, in order' },
  {
    name: 'daemon',
    value: '<socket|url>',
    description: 'have the daemon there answer; --session is then one of its ids',
  },
  { name: 'token-file', value: '<file>', description: "holds the daemon's token (default: the variable HCP_TOKEN)" },
  dryRun,
  session,
  project,
  verbose,
  json,
];

/** Flags of `run`; they stand before the pack id, because every flag behind it is an argument. */
export const runFlags: readonly FlagDefinition[] = [dryRun, session, project, verbose, json];
