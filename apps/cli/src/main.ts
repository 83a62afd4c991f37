import { dispatch } from './dispatch.js';
import { describeFailure } from './output/describe-failure.js';
import { writeAll } from './output/write-all.js';

/** The whole program: everything is written when the status is known, so the process ends with it at once. */
export async function main(argv: readonly string[]): Promise<never> {
  process.exit(await statusOf(argv));
}

async function statusOf(argv: readonly string[]): Promise<number> {
  try {
    return await dispatch(argv);
  } catch (error) {
    writeAll(2, `hcp: ${describeFailure(error).message}\n`);
    return 1;
  }
}
