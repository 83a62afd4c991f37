import { hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

export interface DigestedFile {
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** Reads a regular file once, following no symlink at its end. Throws the system's error, or one that says why not. */
export function digestFile(path: string, mostBytes: number): DigestedFile {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error('is not a regular file');
    if (stats.size > mostBytes) throw new Error(`holds more than ${mostBytes} bytes`);
    const bytes = readFileSync(file);
    return { bytes, sha256: hash('sha256', bytes, 'hex') };
  } finally {
    closeSync(file);
  }
}
