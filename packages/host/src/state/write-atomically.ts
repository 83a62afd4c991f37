import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, lstatSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import { flushFolder } from '../home/private-folder.js';
import { reasonOf } from '../home/system-error.js';

const temporaryName = /^\.hcp-state-[0-9a-f]{24}\.tmp$/;

/** Files that a killed writer left behind: whoever holds the state lock is the only writer there is. */
const removeStaleTemporaries = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (temporaryName.test(name) && lstatSync(path).isFile()) {
      rmSync(path);
    }
  }
};

const writeFlushed = (path: string, text: string): void => {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

/**
 * Replaces a state file whole: at any moment, also after a kill or a power cut, the old or the new text stands
 * there (profile P10). The caller holds the state lock. Throws `HcpError` and leaves the old file when it cannot.
 */
export const writeAtomically = (path: string, text: string): void => {
  const folder = dirname(path);
  const temporary = join(folder, `.hcp-state-${randomBytes(12).toString('hex')}.tmp`);
  try {
    removeStaleTemporaries(folder);
    writeFlushed(temporary, text);
    renameSync(temporary, path);
    flushFolder(folder);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new HcpError('state_unwritable', `${basename(path)}: cannot write ${path}: ${reasonOf(error)}`, {
      cause: error,
    });
  }
};
