import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const temporaryName = /^\.hcp-credential-[0-9a-f]{24}\.tmp$/;

/**
 * Replaces a private file whole (profile P10): at any moment, also after a kill or a power cut, the old or the new
 * text stands there, never more open than 0600. The caller holds the lock of the folder, so a temporary file found
 * there belongs to a writer that was killed and is removed. Throws the system's error and leaves the old file.
 */
export function replacePrivateFile(folder: string, name: string, text: string): void {
  removeAbandoned(folder);
  const temporary = join(folder, `.hcp-credential-${randomBytes(12).toString('hex')}.tmp`);
  try {
    writeFlushed(temporary, text);
    renameSync(temporary, join(folder, name));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  flushFolder(folder);
}

function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (temporaryName.test(name)) rmSync(join(folder, name), { force: true });
  }
}

function writeFlushed(path: string, text: string): void {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const file = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    fchmodSync(file, 0o600);
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function flushFolder(folder: string): void {
  const file = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
