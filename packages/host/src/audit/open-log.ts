import { closeSync, constants, fstatSync, ftruncateSync, lstatSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { ChainEnd } from './audit-head.js';
import { damaged } from './audit-error.js';
import { flushFolder } from '../home/private-folder.js';
import { systemErrorCode } from '../home/system-error.js';

/** The log file that is being written, and where the chain ends in it. */
export interface OpenLog {
  readonly path: string;
  readonly descriptor: number;
  readonly device: number;
  readonly inode: number;
  end: ChainEnd;
}

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;
const access = O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK;

/** `undefined` when the file is missing. */
export function openLog(directory: string, end: ChainEnd): OpenLog | undefined {
  const path = join(directory, end.file);
  try {
    return describe(path, openSync(path, access), end);
  } catch (cause) {
    if (systemErrorCode(cause) === 'ENOENT') return undefined;
    throw cause;
  }
}

/** Makes a log file, 0600, whose name survives a power cut. */
export function makeLog(directory: string, end: ChainEnd): OpenLog {
  const path = join(directory, end.file);
  const log = describe(path, openSync(path, access | O_CREAT | O_EXCL, 0o600), end);
  flushFolder(directory);
  return log;
}

function describe(path: string, descriptor: number, end: ChainEnd): OpenLog {
  const found = fstatSync(descriptor);
  if (!found.isFile()) {
    closeSync(descriptor);
    throw damaged(path, 'is not a regular file');
  }
  return { path, descriptor, device: found.dev, inode: found.ino, end };
}

/** Size of the file at the log's path, or `undefined` when another file or none stands there. */
export function sizeInPlace(log: OpenLog): number | undefined {
  const found = lstatSync(log.path, { throwIfNoEntry: false });
  return found?.ino === log.inode && found.dev === log.device ? found.size : undefined;
}

/** Appends all bytes or, as far as the system lets it, none. */
export function writeWhole(log: OpenLog, bytes: Buffer): void {
  try {
    for (let written = 0; written < bytes.length;) {
      const count = writeSync(log.descriptor, bytes, written);
      if (count === 0) throw new Error('the disk takes no more');
      written += count;
    }
  } catch (cause) {
    takeBack(log);
    throw cause;
  }
}

/** Removes what was written behind the end of the chain; what cannot be removed is healed by a later append. */
export function takeBack(log: OpenLog): void {
  try {
    ftruncateSync(log.descriptor, log.end.end);
  } catch {
    // A failing disk: the failure that led here is the one to tell.
  }
}
