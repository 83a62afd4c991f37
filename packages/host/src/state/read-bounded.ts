import { closeSync, constants, fstatSync, openSync, readSync, type BigIntStats } from 'node:fs';
import { sameSignature } from './file-signature.js';

/** A file read in one go. */
export interface FileBytes {
  readonly bytes: Buffer;
  readonly stats: BigIntStats;
  /** Whether nothing changed the file while it was read. */
  readonly steady: boolean;
}

export interface ReadLimits {
  readonly maxBytes: number;
  /** Refuse a symlink as the last component. */
  readonly noFollow: boolean;
}

const readAll = (file: number, size: number, maxBytes: number): Buffer => {
  let bytes = Buffer.allocUnsafe(Math.min(size, maxBytes) + 1);
  let filled = 0;
  for (;;) {
    const count = readSync(file, bytes, filled, bytes.length - filled, null);
    if (count === 0) {
      return bytes.subarray(0, filled);
    }
    filled += count;
    if (filled > maxBytes) {
      throw new Error(`holds more than ${maxBytes} bytes`);
    }
    if (filled === bytes.length) {
      bytes = Buffer.concat([bytes], Math.min(bytes.length * 2, maxBytes + 1));
    }
  }
};

/**
 * Reads a regular file once, never more than `maxBytes` of it; a FIFO or device is refused and never waited on.
 * Throws the system's error, or one that says why the file was not read.
 */
export const readBounded = (path: string, limits: ReadLimits): FileBytes => {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | (limits.noFollow ? constants.O_NOFOLLOW : 0);
  const file = openSync(path, flags);
  try {
    const stats = fstatSync(file, { bigint: true });
    if (!stats.isFile()) {
      throw new Error(stats.isDirectory() ? 'is a folder, not a file' : 'is not a regular file');
    }
    const bytes = readAll(file, Number(stats.size), limits.maxBytes);
    return { bytes, stats, steady: sameSignature(stats, fstatSync(file, { bigint: true })) };
  } finally {
    closeSync(file);
  }
};
