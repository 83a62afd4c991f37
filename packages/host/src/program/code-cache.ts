import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';

/** Machine-readable code of earlier runs, one file for each entry. */
export interface CodeCache {
  readonly read: (entry: string) => Buffer | undefined;
  /** Whole or not at all; a failure leaves things as they are. */
  readonly write: (entry: string, code: Buffer) => void;
}

const writableByOthers = 0o022;

/**
 * Keeps compiled code beside the program, where only who can change the program can change it; a shared folder could
 * be filled by another user. `undefined` where that folder cannot be: there is no cache and nothing else changes.
 */
export function openCodeCache(programFolder: string): CodeCache | undefined {
  const folder = join(programFolder, '.code-cache');
  if (!isPrivate(folder)) return undefined;
  return {
    read: (entry) => readIfThere(join(folder, entry)),
    write: (entry, code) => {
      const temporary = join(folder, `${entry}.${process.pid}`);
      try {
        writeFlushed(temporary, code);
        renameSync(temporary, join(folder, entry));
      } catch {
        unlinkIfThere(temporary);
      }
    },
  };
}

function isPrivate(folder: string): boolean {
  const status = statSync(folder, { throwIfNoEntry: false }) ?? made(folder);
  if (status?.isDirectory() !== true || (status.mode & writableByOthers) !== 0) return false;
  return status.uid === 0 || status.uid === process.getuid?.();
}

function made(folder: string): Stats | undefined {
  try {
    mkdirSync(folder, { mode: 0o755 });
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
  return statSync(folder, { throwIfNoEntry: false });
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Flushed before it gets its name: V8 trusts the bytes, and half of them after a power cut would crash it. */
function writeFlushed(path: string, bytes: Buffer): void {
  const descriptor = openSync(path, 'wx', 0o644);
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function unlinkIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never made, or cannot be removed either.
  }
}
