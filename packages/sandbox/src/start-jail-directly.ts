import { closeSync } from 'node:fs';
import { HcpError } from '@hcp/pipeline';
import { encodeWords, startFault, type JailStart, type WaitingJail } from './jail-start.js';
import { openPipes, PIPE_BYTES, readRest, sendAll, type Pipe } from './jail-pipes.js';
import { kill } from './kill-processes.js';
import type { Rlimits } from './limit-plan.js';
import { startProgram, type RunningProgram } from './start-program.js';
import { loadSystemCalls, type SystemCalls } from './system-calls.js';

/** As Linux numbers them on every machine this runs on. */
const RESOURCES = { fsize: 1, data: 2, core: 4 } as const;

/** Of a process that waits, and so has started nothing yet. Throws when the system refuses. */
export function setRlimits(calls: SystemCalls, pid: number, rlimits: Rlimits): void {
  for (const name of ['fsize', 'data', 'core'] as const) {
    const value = rlimits[name];
    if (value === undefined) continue;
    const pair = Buffer.alloc(16);
    pair.writeBigUInt64LE(BigInt(value), 0);
    pair.writeBigUInt64LE(BigInt(value), 8);
    if (calls.prlimit(pid, RESOURCES[name], pair, null) !== 0) {
      kill(-pid);
      throw new HcpError('limit_unenforceable', `the limit ${name} of a call cannot be set; see hcp doctor`);
    }
  }
}

async function start({ argv, callId }: JailStart, words: Pipe, status: Pipe): Promise<RunningProgram> {
  const [file, ...rest] = argv;
  const environment = { HCP_CALL_ID: callId };
  const descriptors = [words.reader, status.writer];
  try {
    return await startProgram({ file, argv0: file, argv: rest, cwd: '/', environment, descriptors });
  } catch (error) {
    closeSync(words.writer);
    closeSync(status.reader);
    throw startFault(error);
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
  }
}

/**
 * By the quickest start there is, with pipes of our own. `undefined` where that cannot be done, or not for this jail.
 * Errors as of `startJail`.
 */
export async function startJailDirectly(request: JailStart): Promise<WaitingJail | undefined> {
  const calls = loadSystemCalls();
  const encoded = encodeWords(request.words.words);
  if (calls === undefined || request.words.outer !== undefined || encoded.length > PIPE_BYTES) return undefined;
  const [words, status] = openPipes(calls, 2) ?? [];
  if (words === undefined || status === undefined) return undefined;
  const program = await start(request, words, status);
  setRlimits(calls, program.pid, request.rlimits);
  const ended = new Promise<string>((resolve) => program.once('exit', () => resolve(readRest(status.reader))));
  return { program, release: () => sendAll(words.writer, encoded), status: ended };
}
