import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex, Readable } from 'node:stream';
import { childDescriptors } from './inherited-descriptors.js';
import {
  encodeWords,
  OUTER_WORDS_DESCRIPTOR,
  startFault,
  STATUS_DESCRIPTOR,
  WORDS_DESCRIPTOR,
  type JailStart,
  type WaitingJail,
} from './jail-start.js';
import { rlimitWords } from './limit-plan.js';
import type { RunningProgram } from './start-program.js';

/** More than two short documents never come; what a mischievous system sends beyond is not kept. */
const STATUS_BYTES = 65_536;

function readText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= STATUS_BYTES) chunks.push(chunk);
  });
  return new Promise((resolve) => {
    const finish = (): void => resolve(Buffer.concat(chunks).toString('utf8'));
    stream.once('error', finish);
    stream.once('close', finish);
  });
}

function isRunning(child: ChildProcess): child is ChildProcess & RunningProgram {
  return child.pid !== undefined;
}

function spawnJail([file = '', ...words]: readonly string[], options: SpawnOptions): ChildProcess {
  try {
    return spawn(file, words, options);
  } catch (error) {
    throw startFault(error);
  }
}

/** By Node's own start, whose pipes are made with the process. Errors as of `startJail`. */
export async function startJailThroughNode({ argv, callId, words, rlimits }: JailStart): Promise<WaitingJail> {
  const stdio: ('ignore' | 'pipe' | number)[] = childDescriptors();
  stdio[WORDS_DESCRIPTOR] = 'pipe';
  stdio[STATUS_DESCRIPTOR] = 'pipe';
  if (words.outer !== undefined) stdio[OUTER_WORDS_DESCRIPTOR] = 'pipe';
  // The call id, so that whatever is left of a host that died is found (profile P8); the name, because Node hands its own down.
  const env: NodeJS.ProcessEnv = { NODE_V8_COVERAGE: undefined, HCP_CALL_ID: callId };
  const child = spawnJail([...rlimitWords(rlimits), ...argv], { cwd: '/', env, detached: true, stdio });
  if (!isRunning(child)) {
    const [error] = (await once(child, 'error')) as [Error];
    throw startFault(error);
  }
  const channel = (descriptor: number): Duplex => child.stdio[descriptor] as Duplex;
  const send = (descriptor: number, text: readonly string[]): void => {
    const stream = channel(descriptor);
    // A bubblewrap that has ended reads no more; its end is what tells.
    stream.on('error', () => stream.destroy());
    stream.end(encodeWords(text));
  };
  return {
    program: child,
    release: () => {
      if (words.outer !== undefined) send(OUTER_WORDS_DESCRIPTOR, words.outer);
      send(WORDS_DESCRIPTOR, words.words);
    },
    status: readText(channel(STATUS_DESCRIPTOR)),
  };
}
