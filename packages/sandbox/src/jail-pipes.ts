import { closeSync, readSync, writeSync } from 'node:fs';
import type { SystemCalls } from './system-calls.js';

const CLOSE_ON_EXEC = 0o2000000;
/** Bytes a pipe takes at once on every Linux, so that writing them never waits. */
export const PIPE_BYTES = 65_536;

/** Neither end is handed down by itself. */
export interface Pipe {
  readonly reader: number;
  readonly writer: number;
}

function openPipe(calls: SystemCalls): Pipe | undefined {
  const ends: [number, number] = [-1, -1];
  return calls.pipe2(ends, CLOSE_ON_EXEC) === 0 ? { reader: ends[0], writer: ends[1] } : undefined;
}

/** As many pipes as asked for, or `undefined` when the system has no more descriptors. */
export function openPipes(calls: SystemCalls, count: number): readonly Pipe[] | undefined {
  const pipes: Pipe[] = [];
  while (pipes.length < count) {
    const pipe = openPipe(calls);
    if (pipe === undefined) {
      for (const { reader, writer } of pipes) for (const end of [reader, writer]) closeSync(end);
      return undefined;
    }
    pipes.push(pipe);
  }
  return pipes;
}

/** All that was written to a pipe nobody writes to any more; closes it. */
export function readRest(descriptor: number): string {
  const buffer = Buffer.alloc(PIPE_BYTES);
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

/** Writes at most {@link PIPE_BYTES} and closes. */
export function sendAll(descriptor: number, bytes: Buffer): void {
  try {
    writeSync(descriptor, bytes);
  } catch {
    // Who has ended reads no more; its end is what tells.
  } finally {
    closeSync(descriptor);
  }
}
