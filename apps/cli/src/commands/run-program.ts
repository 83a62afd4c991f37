import { CommanderError } from 'commander';
import { failCall } from '../exec/fail-call.js';
import { isTerminal } from '../is-terminal.js';
import { reportFailure } from '../output/report-failure.js';
import { UsageError } from '../usage-error.js';
import { createProgram } from './program.js';

/** Runs a command line through the full program and answers its exit status (profile P11). */
export async function runProgram(argv: readonly string[]): Promise<number> {
  let status = 0;
  const program = createProgram(argv, (ended) => (status = ended));
  try {
    await program.parseAsync(argv, { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError && isShown(error)) return error.exitCode === 0 ? 0 : 2;
    return fail(error instanceof CommanderError ? usageOf(error) : error, argv);
  }
}

/** Help or the version has been printed. */
function isShown(error: CommanderError): boolean {
  return error.code === 'commander.help' || error.exitCode === 0;
}

function fail(error: unknown, argv: readonly string[]): number {
  const verbose = argv.includes('--verbose');
  if (argv[0] === 'exec' || argv[0] === 'run') return failCall(error, verbose);
  return reportFailure(error, { json: argv.includes('--json') || !isTerminal(1), verbose });
}

/** The library's own words: `error: unknown option '--x'\n(Did you mean --y?)`. */
function usageOf(error: CommanderError): UsageError {
  const guess = /\n\(Did you mean (.*)\?\)$/s.exec(error.message);
  const message = error.message.slice(0, guess?.index).replace(/^error: /, '');
  const hint = guess?.[1] === undefined ? 'see hcp help' : `did you mean ${guess[1]}?`;
  return new UsageError(message.replace(/\.$/, ''), hint);
}
