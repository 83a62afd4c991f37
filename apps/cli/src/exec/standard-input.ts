import { fstatSync } from 'node:fs';
import { unreadable } from '../read-source.js';
import type { Interruption } from './interruption.js';

/** Standard input, a piece at a time, on request. */
export interface StandardInput {
  /** The next piece; `undefined` at the end, and as soon as a signal asks the program to end. Throws `HcpError`. */
  readonly read: () => Promise<Buffer | undefined>;
  readonly close: () => void;
}

/** One reading that is waited for. */
interface Waiting {
  readonly resolve: (piece: Buffer | undefined) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Reads through the event loop and not with a blocking read, so that a signal is heard while nothing comes in. A
 * pending thread-pool read would keep the process from exiting; the stream does not. The signals stay taken behind a
 * reading: the stream also ends while a call runs, whose signals they then are. Whoever waits for something else
 * releases them.
 */
export function openStandardInput(interruption: Interruption): StandardInput {
  // The stream would take a folder for an input at its end.
  if (fstatSync(0).isDirectory()) throw unreadable('standard input', { code: 'EISDIR' });
  const stream = process.stdin;
  let waiting: Waiting | undefined;
  let ended = false;
  let fault: Error | undefined;
  const settle = (hand: (reading: Waiting) => void): void => {
    stream.pause();
    // Forgotten before it is settled: what holds on to a reading holds on to its bytes.
    const reading = waiting;
    waiting = undefined;
    if (reading !== undefined) hand(reading);
  };
  const end = (): void => {
    ended = true;
    settle(({ resolve }) => resolve(undefined));
  };
  stream.pause();
  stream.on('data', (piece) => settle(({ resolve }) => resolve(piece)));
  stream.on('end', end);
  stream.on('error', (error) => {
    const unread = unreadable('standard input', error);
    fault = unread;
    settle(({ reject }) => reject(unread));
  });
  interruption.signal.addEventListener('abort', end);
  const read = async (): Promise<Buffer | undefined> => {
    if (fault !== undefined) throw fault;
    if (ended) return undefined;
    return new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      interruption.listen();
      stream.resume();
    });
  };
  return { read, close: () => stream.destroy() };
}
