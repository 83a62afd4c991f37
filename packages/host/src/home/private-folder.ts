import { chmodSync, closeSync, constants, fchmodSync, fstatSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import { reasonOf, systemErrorCode } from './system-error.js';

const othersMayAct = 0o077;

const openFolder = (path: string): number | undefined => {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') {
      return undefined;
    }
    if (code === 'ENOTDIR' || code === 'ELOOP') {
      throw new HcpError(
        'home_not_a_folder',
        `home: ${path} must be a folder and is a file or a symlink. Move it away or set HCP_HOME to another path.`,
        { cause: error },
      );
    }
    throw new HcpError('home_unreadable', `home: ${path} cannot be opened: ${reasonOf(error)}`, { cause: error });
  }
};

/**
 * Checks one folder of the home (profile P9, P10): refuses a symlink, a file and a foreign owner, tightens a looser
 * mode to 0700 and warns. Answers whether the folder exists; makes nothing.
 */
export const checkPrivateFolder = (path: string, warn: (message: string) => void): boolean => {
  const folder = openFolder(path);
  if (folder === undefined) {
    return false;
  }
  try {
    const { uid, mode } = fstatSync(folder);
    const operator = process.geteuid?.() ?? uid;
    if (uid !== operator) {
      throw new HcpError(
        'home_owner',
        `home: ${path} belongs to user ${uid} and must belong to user ${operator}, who runs this command. ` +
          'Run as its owner, or set HCP_HOME to a folder of your own.',
      );
    }
    if ((mode & othersMayAct) !== 0) {
      fchmodSync(folder, 0o700);
      warn(`home: ${path} had mode 0${(mode & 0o7777).toString(8)}, open to other users; it is 0700 now.`);
    }
    return true;
  } finally {
    closeSync(folder);
  }
};

/** Flushes a folder's entries, so that a file made, renamed or removed in it survives a power cut. */
export const flushFolder = (path: string): void => {
  const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
};

/** Makes the folder 0700 when it is missing, after the checks of {@link checkPrivateFolder}. */
export const ensurePrivateFolder = (path: string, warn: (message: string) => void): void => {
  if (checkPrivateFolder(path, warn)) {
    return;
  }
  try {
    const first = mkdirSync(path, { recursive: true, mode: 0o700 });
    if (first !== undefined) {
      chmodSync(path, 0o700);
      flushFolder(dirname(first));
    }
  } catch (error) {
    throw new HcpError('home_unwritable', `home: ${path} cannot be made: ${reasonOf(error)}`, { cause: error });
  }
  checkPrivateFolder(path, warn);
};
