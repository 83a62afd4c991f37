import { closeSync, readSync, writeSync } from 'node:fs';
import { HcpError } from '@hcp/pipeline';
import { encodeWords, startFault, type JailStart, type WaitingJail } from './jail-start.js';
import { kill } from './kill-processes.js';
import type { Rlimits } from './limit-plan.js';
import { startProgram, type RunningProgram } from './start-program.js';
import { loadSystemCalls, type SystemCalls } from './system-calls.js';

const CLOSE_ON_EXEC = 0o2000000;
/** Bytes a pipe takes at once on every Linux, so that writing them never waits. */
const PIPE_BYTES = 65_536;
/** Bytes; more than two short documents never come. */
const STATUS_BYTES = 65_536;

let loading: Promise<SystemCalls | undefined> | undefined;

interface Pipe {
  readonly reader: number;
  readonly writer: number;
}

function openPipe(calls: SystemCalls): Pipe | undefined {
  const ends: [number, number] = [-1, -1];
  return calls.pipe2(ends, CLOSE_ON_EXEC) === 0 ? { reader: ends[0], writer: ends[1] } : undefined;
}

/** All that was written to a pipe nobody writes to any more. */
function readRest(descriptor: number): string {
  const buffer = Buffer.alloc(STATUS_BYTES);
  let size = 0;
  try {
    for (let count = -1; count !== 0 && size < buffer.length; size += count) {
      count = readSync(descriptor, buffer, size, buffer.length - size, null);
    }
  } catch {
    // What came before the fault counts.
  }
  closeSync(descriptor);
  return buffer.toString('utf8', 0, size);
}

function send(descriptor: number, words: Buffer): void {
  try {
    writeSync(descriptor, words);
  } catch {
    // A bubblewrap that has ended reads no more; its end is what tells.
  } finally {
    closeSync(descriptor);
  }
}

/** As Linux numbers them on every machine this runs on. */
const RESOURCES = { fsize: 1, data: 2, core: 4 } as const;

/** Of a process that waits, and so has started nothing yet. Throws when the system refuses. */
function setRlimits(calls: SystemCalls, pid: number, rlimits: Rlimits): void {
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

function openPipes(calls: SystemCalls): readonly [Pipe, Pipe] | undefined {
  const words = openPipe(calls);
  const status = words && openPipe(calls);
  if (words !== undefined && status !== undefined) return [words, status];
  // Out of descriptors, which Node's own start will say better.
  if (words !== undefined) for (const descriptor of [words.reader, words.writer]) closeSync(descriptor);
  return undefined;
}

/**
 * By the quickest start there is, with pipes of our own. `undefined` where that cannot be done, or not for this jail.
 * Errors as of `startJail`.
 */
export async function startJailDirectly(request: JailStart): Promise<WaitingJail | undefined> {
  const calls = await (loading ??= loadSystemCalls());
  const encoded = encodeWords(request.words.words);
  if (calls === undefined || request.words.outer !== undefined || encoded.length > PIPE_BYTES) return undefined;
  const pipes = openPipes(calls);
  if (pipes === undefined) return undefined;
  const [words, status] = pipes;
  const program = await start(request, words, status);
  setRlimits(calls, program.pid, request.rlimits);
  const ended = new Promise<string>((resolve) => program.once('exit', () => resolve(readRest(status.reader))));
  return { program, release: () => send(words.writer, encoded), status: ended };
}
