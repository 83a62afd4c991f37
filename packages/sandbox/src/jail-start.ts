import { HcpError } from '@hcp/pipeline';
import type { Rlimits } from './limit-plan.js';
import type { RunningProgram } from './start-program.js';

/** Descriptors of bubblewrap: what it is told, and what it tells. */
export const WORDS_DESCRIPTOR = 3;
export const STATUS_DESCRIPTOR = 4;
/** What only a jail for another user needs: the words of the outer of its two bubblewraps. */
export const OUTER_WORDS_DESCRIPTOR = 5;

/** What bubblewrap is told over descriptors, where nobody can look on. */
export interface JailWords {
  readonly words: readonly string[];
  /** Of a second bubblewrap around the first, in a jail for another user. */
  readonly outer?: readonly string[];
}

export interface JailStart {
  /** The whole command line; it names neither a variable nor a secret. */
  readonly argv: readonly [string, ...string[]];
  readonly callId: string;
  readonly words: JailWords;
  readonly rlimits: Rlimits;
}

/** A bubblewrap that has been started and does nothing before it is released. */
export interface WaitingJail {
  readonly program: RunningProgram;
  /** Tells it; once. */
  readonly release: () => void;
  /** Resolves when bubblewrap has ended. */
  readonly status: Promise<string>;
}

/** What the system says of a start, in our words: its own would repeat the command line. */
export function startFault(error: unknown): HcpError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  if (code === 'E2BIG') return new HcpError('arguments_too_long', 'arguments are too long for this system');
  if (code === 'ERR_INVALID_ARG_VALUE') return new HcpError('nul_byte', 'an argument holds a NUL byte');
  return new HcpError('no_jail', `the system does not start the jail (${code}); see hcp doctor`);
}

export function encodeWords(words: readonly string[]): Buffer {
  return Buffer.from(words.map((word) => `${word}\0`).join(''), 'utf8');
}
