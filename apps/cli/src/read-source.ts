import { closeSync, openSync, readSync } from 'node:fs';
import { envelopeLimits, HcpError } from '@hcp/pipeline';

const pauseMs = 5;

/**
 * A file, or standard input for `-`, read to its end but never further than one byte over an envelope's limit: that
 * byte is what tells the reader of the text that it is too large.
 */
export function readSource(from: string): Uint8Array {
  if (from === '-') return readDescriptor(0, 'standard input');
  const descriptor = opened(from);
  try {
    return readDescriptor(descriptor, from);
  } finally {
    closeSync(descriptor);
  }
}

function opened(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw unreadable(path, error);
  }
}

function readDescriptor(descriptor: number, name: string): Uint8Array {
  const buffer = Buffer.allocUnsafe(envelopeLimits.maxBytes + 1);
  let length = 0;
  while (length < buffer.length) {
    const read = readSome(descriptor, buffer.subarray(length), name);
    if (read === 0) break;
    length += read;
  }
  return buffer.subarray(0, length);
}

/** Bytes read, 0 at the end. Standard input that another program made non-blocking is asked again. */
function readSome(descriptor: number, into: Buffer, name: string): number {
  for (;;) {
    try {
      return readSync(descriptor, into);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw unreadable(name, error);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}

const reasons: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'permission denied'],
]);

/** What could not be read and why, in words where the reason is a common one. */
export function unreadable(name: string, error: unknown): HcpError {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : 'unknown reason';
  return new HcpError('unreadable', `${JSON.stringify(name)} cannot be read: ${reasons.get(code) ?? String(code)}`, {
    cause: error,
  });
}
