import { parseExec } from './exec/exec-request.js';
import { executeRequest } from './exec/execute-request.js';
import { failCall } from './exec/fail-call.js';
import { parseRun } from './run/run-request.js';

/** Runs one command line and answers its exit status. `exec` and `run` load no parser library on the way. */
export async function dispatch(argv: readonly string[]): Promise<number> {
  const [command, ...words] = argv;
  if (command === 'exec' || command === 'run') {
    const status = await callDirectly(command, words);
    if (status !== undefined) return status;
  }
  const { runProgram } = await import('./commands/run-program.js');
  return runProgram(argv);
}

/** `undefined` where the words need the full program: for help, or to say what is wrong with a flag. */
async function callDirectly(command: 'exec' | 'run', words: readonly string[]): Promise<number | undefined> {
  try {
    if (command === 'exec') {
      const request = parseExec(words);
      return request === undefined ? undefined : await executeRequest(request);
    }
    const request = parseRun(words);
    if (request === undefined) return undefined;
    const { executeRun } = await import('./run/execute-run.js');
    return await executeRun(request);
  } catch (error) {
    return failCall(error, { verbose: words.includes('--verbose') });
  }
}
