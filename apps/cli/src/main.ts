import { dispatch } from './dispatch.js';
import { reportFailure } from './output/report-failure.js';

const patienceMs = 10_000;

/** The whole program: everything is written when the status is known, so the process ends with it at once. */
export async function main(argv: readonly string[]): Promise<never> {
  process.on('uncaughtException', (error) => endAfter(fail(error, argv)));
  process.exit(await statusOf(argv));
}

/**
 * What nobody awaited must neither become a stack trace nor leave a program running: a call that runs is ended as by a
 * signal, and then this process ends by itself; where that takes too long, or none runs, it ends here.
 */
function endAfter(status: number): void {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(status);
  setTimeout(() => process.exit(status), patienceMs);
}

async function statusOf(argv: readonly string[]): Promise<number> {
  try {
    return await dispatch(argv);
  } catch (error) {
    return fail(error, argv);
  }
}

function fail(error: unknown, argv: readonly string[]): number {
  return reportFailure(error, { json: false, verbose: argv.includes('--verbose') });
}
