import { CommanderError } from 'commander';
import { failCall } from '../exec/fail-call.js';
import { isTerminal } from '../is-terminal.js';
import { reportFailure } from '../output/report-failure.js';
import { UsageError } from '../usage-error.js';
import { namedCommand } from './named-command.js';
import { createProgram } from './program.js';

/** Runs a command line through the full program and answers its exit status (profile P11). */
export async function runProgram(argv: readonly string[]): Promise<number> {
  let status = 0;
  const program = createProgram(argv, (ended) => (status = ended));
  const { path, unknown } = namedCommand(program, argv);
  try {
    // Without its flags: the library would answer --help for a command that is not there with the help of the others.
    await program.parseAsync(unknown === undefined ? argv : [...path, unknown], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError && isShown(error)) return error.exitCode === 0 ? 0 : 2;
    return fail(error instanceof CommanderError ? usageOf(error, path) : error, argv);
  }
}

/** Help or the version has been printed. */
function isShown(error: CommanderError): boolean {
  return error.code === 'commander.help' || error.exitCode === 0;
}

function fail(error: unknown, argv: readonly string[]): number {
  const verbose = argv.includes('--verbose');
  if (argv[0] === 'exec' || argv[0] === 'run') return failCall(error, { verbose });
  return reportFailure(error, { json: argv.includes('--json') || !isTerminal(1), verbose });
}

/** The library's own words: `error: unknown option '--x'\n(Did you mean --y?)`. */
function usageOf(error: CommanderError, path: readonly string[]): UsageError {
  const guess = /\n\(Did you mean (.*)\?\)$/s.exec(error.message);
  const message = error.message.slice(0, guess?.index).replace(/^error: /, '');
  const help = path.length === 0 ? 'hcp help' : `hcp ${path.join(' ')} --help`;
  const hint = guess?.[1] === undefined ? `see ${help}` : `did you mean ${guess[1]}?`;
  return new UsageError(message.replace(/\.$/, ''), hint);
}
