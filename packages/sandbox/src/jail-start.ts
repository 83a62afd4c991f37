import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex, Readable } from 'node:stream';
import { HcpError } from '@hcp/pipeline';
import { childDescriptors } from './inherited-descriptors.js';
import type { RunningProgram } from './start-program.js';

/** Descriptors of bubblewrap: what it is told, and what it tells. */
export const WORDS_DESCRIPTOR = 3;
export const STATUS_DESCRIPTOR = 4;
/** What only a jail for another user needs: the words of the outer of its two bubblewraps. */
export const OUTER_WORDS_DESCRIPTOR = 5;

export interface JailStart {
  /** The whole command line; it names neither a variable nor a secret. */
  readonly argv: readonly [string, ...string[]];
  readonly callId: string;
  /** Whether there is a second bubblewrap that waits for its own words. */
  readonly outer: boolean;
}

/** What bubblewrap is told over descriptors, where nobody can look on. */
export interface JailWords {
  readonly words: readonly string[];
  readonly outer?: readonly string[];
}

/** A bubblewrap that has been started and does nothing before it is released. */
export interface WaitingJail {
  readonly program: RunningProgram;
  readonly release: (words: JailWords) => void;
  /** Resolves when bubblewrap has ended. */
  readonly status: Promise<string>;
}

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

function encodeWords(words: readonly string[]): Buffer {
  return Buffer.from(words.map((word) => `${word}\0`).join(''), 'utf8');
}

type NodeJail = ChildProcess & RunningProgram;

function isRunning(child: ChildProcess): child is NodeJail {
  return child.pid !== undefined;
}

function startFault(error: unknown): HcpError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  if (code === 'E2BIG') return new HcpError('arguments_too_long', 'arguments are too long for this system');
  if (code === 'ERR_INVALID_ARG_VALUE') return new HcpError('nul_byte', 'an argument holds a NUL byte');
  return new HcpError('no_jail', `the system does not start the jail (${code}); see hcp doctor`);
}

function spawnJail(argv: JailStart['argv'], options: SpawnOptions): ChildProcess {
  const [file, ...words] = argv;
  try {
    return spawn(file, words, options);
  } catch (error) {
    throw startFault(error);
  }
}

/**
 * Starts bubblewrap, which then waits to be told what to do. Errors: `arguments_too_long`, `nul_byte`, `no_jail`.
 */
export async function startJail({ argv, callId, outer }: JailStart): Promise<WaitingJail> {
  const stdio: ('ignore' | 'pipe' | number)[] = childDescriptors();
  stdio[WORDS_DESCRIPTOR] = 'pipe';
  stdio[STATUS_DESCRIPTOR] = 'pipe';
  if (outer) stdio[OUTER_WORDS_DESCRIPTOR] = 'pipe';
  // The call id, so that whatever is left of a host that died is found (profile P8); the name, because Node hands its own down.
  const env: NodeJS.ProcessEnv = { NODE_V8_COVERAGE: undefined, HCP_CALL_ID: callId };
  const child = spawnJail(argv, { cwd: '/', env, detached: true, stdio });
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
    release: ({ words: told, outer: outerWords }) => {
      if (outerWords !== undefined) send(OUTER_WORDS_DESCRIPTOR, outerWords);
      send(WORDS_DESCRIPTOR, told);
    },
    status: readText(channel(STATUS_DESCRIPTOR)),
  };
}
