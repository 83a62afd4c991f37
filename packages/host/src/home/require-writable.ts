import { closeSync, constants, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;

/**
 * Writes a byte into a folder and removes it again: permissions alone do not tell of a full or read-only disk. Throws
 * the system's error.
 */
export const requireWritable = (folder: string): void => {
  const path = join(folder, `.hcp-ready-${process.pid}`);
  const file = openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
  try {
    writeSync(file, '.');
  } finally {
    closeSync(file);
    rmSync(path, { force: true });
  }
};
