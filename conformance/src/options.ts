import { dirname, join } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { SandboxMode } from './cases/conformance-case.js';
import { splitCommand } from './drivers/split-command.js';

/** A mistake on the command line: exit status 2. */
export class UsageError extends Error {}

export type ReporterName = 'summary' | 'tap' | 'junit' | 'json';

/** What answers the cases; programs as they were named. */
export type Through =
  | { readonly driver: readonly [string, ...string[]] }
  | { readonly cli: string }
  /** `hcp` sets up what the daemon serves. */
  | { readonly daemon: string; readonly hcp: string }
  | { readonly twin: { readonly cli: string; readonly daemon: string } };

/** One command line as understood. */
export type Options =
  | { readonly command: 'help' }
  | { readonly command: 'list'; readonly only: readonly string[] }
  | { readonly command: 'coverage' }
  | {
      readonly command: 'run';
      readonly through: Through;
      readonly only: readonly string[];
      readonly reporter: ReporterName;
      readonly allowSkip: readonly string[];
      readonly allowUnsupported: boolean;
      readonly jobs: number;
      /** In which mode a case runs that names none. */
      readonly mode: SandboxMode;
    }
  | { readonly command: 'pack'; readonly dir: string; readonly hcp: string; readonly credential: string | undefined };

const flags = {
  help: { type: 'boolean', short: 'h' },
  list: { type: 'boolean' },
  coverage: { type: 'boolean' },
  driver: { type: 'string', multiple: true },
  cli: { type: 'string', multiple: true },
  daemon: { type: 'string', multiple: true },
  twin: { type: 'boolean' },
  only: { type: 'string', multiple: true },
  reporter: { type: 'string' },
  'allow-skip': { type: 'string', multiple: true },
  'allow-unsupported': { type: 'boolean' },
  jobs: { type: 'string' },
  mode: { type: 'string' },
  hcp: { type: 'string' },
  credential: { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

const reporters: readonly ReporterName[] = ['summary', 'tap', 'junit', 'json'];

/** Reads the words behind `hcp-conformance`. Throws {@link UsageError}. */
export function parseOptions(words: readonly string[]): Options {
  const { values, positionals } = parse(words);
  if (values.help === true) return { command: 'help' };
  const only = values.only ?? [];
  const [command, dir, surplus] = positionals;
  if (command === 'pack') {
    if (dir === undefined || surplus !== undefined)
      throw new UsageError('pack takes one folder: hcp-conformance pack <dir>');
    refuseOthers(values, ['hcp', 'credential']);
    if (values.hcp === undefined)
      throw new UsageError('pack needs --hcp <binary>, the runtime that renders the commands');
    return { command, dir, hcp: values.hcp, credential: values.credential };
  }
  if (command !== undefined)
    throw new UsageError(`${JSON.stringify(command)} is no command; the only one is pack <dir>`);
  if (values.list === true) {
    refuseOthers(values, ['list', 'only']);
    return { command: 'list', only };
  }
  if (values.coverage === true) {
    refuseOthers(values, ['coverage']);
    return { command: 'coverage' };
  }
  if (values.credential !== undefined) throw new UsageError('--credential goes with pack <dir>');
  return {
    command: 'run',
    through: throughOf(values),
    only,
    reporter: reporterOf(values.reporter ?? 'summary'),
    allowSkip: values['allow-skip'] ?? [],
    allowUnsupported: values['allow-unsupported'] === true,
    jobs: jobsOf(values.jobs ?? '2'),
    mode: modeOf(values.mode ?? 'native-local'),
  };
}

type Parsed = ReturnType<typeof parseArgs<{ options: typeof flags; allowPositionals: true }>>;

function parse(words: readonly string[]): Parsed {
  try {
    return parseArgs({ args: [...words], options: flags, allowPositionals: true, strict: true });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

function refuseOthers(values: Parsed['values'], allowed: readonly string[]): void {
  const other = Object.keys(values).find((name) => !allowed.includes(name));
  if (other !== undefined) throw new UsageError(`--${other} does not go with the rest of the command line`);
}

function throughOf(values: Parsed['values']): Through {
  const { hcp, twin = false } = values;
  const driver = onceOf('driver', values.driver);
  const cli = onceOf('cli', values.cli);
  const daemon = onceOf('daemon', values.daemon);
  if (hcp !== undefined && (daemon === undefined || twin))
    throw new UsageError('--hcp goes with pack <dir>, and with --daemon to say which hcp sets its home up');
  if (twin) {
    if (driver !== undefined) throw new UsageError('--twin takes --cli and --daemon, no --driver');
    return { twin: { cli: cli ?? (daemon === undefined ? 'hcp' : besides(daemon)), daemon: daemon ?? 'hcpd' } };
  }
  const given = [driver, cli, daemon].filter((one) => one !== undefined);
  if (given.length > 1) throw new UsageError('one of --driver, --cli and --daemon; --twin takes the last two together');
  if (cli !== undefined) return { cli };
  if (daemon !== undefined) return { daemon, hcp: hcp ?? besides(daemon) };
  if (driver === undefined)
    throw new UsageError('say what to run: --driver "<command>", --cli <hcp binary>, --daemon <hcpd binary> or --twin');
  const argv = splitCommand(driver);
  if (argv === undefined)
    throw new UsageError(`--driver ${JSON.stringify(driver)} cannot be split into words; close its quotes`);
  return { driver: argv };
}

function onceOf(name: string, values: readonly string[] = []): string | undefined {
  const [value, surplus] = values;
  if (surplus !== undefined) throw new UsageError(`--${name} is given twice; give it once`);
  if (value === '') throw new UsageError(`--${name} names nothing`);
  return value;
}

/** The `hcp` in the folder of this `hcpd`; found on the PATH where that was. */
function besides(daemon: string): string {
  return daemon.includes('/') ? join(dirname(daemon), 'hcp') : 'hcp';
}

function reporterOf(name: string): ReporterName {
  const found = reporters.find((one) => one === name);
  if (found === undefined)
    throw new UsageError(`--reporter ${JSON.stringify(name)} is not known; use one of ${reporters.join(', ')}`);
  return found;
}

function modeOf(name: string): SandboxMode {
  if (name === 'native-local' || name === 'sandbox') return name;
  throw new UsageError(`--mode ${JSON.stringify(name)} is not known; use native-local or sandbox`);
}

function jobsOf(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new UsageError(`--jobs ${JSON.stringify(text)} is not a number from 1 to 99`);
  return Number(text);
}
