import { chmodSync, closeSync, constants, fchmodSync, fstatSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import { makeFolders } from './make-folders.js';
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

/** What to do with a folder that is open to other users; `mode` is its own, all twelve bits. */
export type OnLooseFolder = (folder: LooseFolder) => void;

export interface LooseFolder {
  readonly path: string;
  readonly mode: number;
  /** Makes it 0700. Throws `HcpError` where the system does not let it. */
  readonly tighten: () => void;
}

export const printMode = (mode: number): string => `0${(mode & 0o7777).toString(8)}`;

const tighten = (folder: number, path: string): void => {
  try {
    fchmodSync(folder, 0o700);
  } catch (error) {
    throw new HcpError('home_unwritable', `home: ${path} cannot be made private (0700): ${reasonOf(error)}`, {
      cause: error,
    });
  }
};

/**
 * Checks one folder of the home (profile P9, P10): refuses a symlink, a file and a foreign owner. Answers whether the
 * folder exists; makes and changes nothing but by `onLoose`.
 */
export const checkPrivateFolder = (path: string, onLoose: OnLooseFolder): boolean => {
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
      onLoose({ path, mode, tighten: () => tighten(folder, path) });
    }
    return true;
  } finally {
    closeSync(folder);
  }
};

/** Tightens a looser folder to 0700 and warns (profile P9). */
export const tightenLoose =
  (warn: (message: string) => void): OnLooseFolder =>
  (folder) => {
    folder.tighten();
    warn(`home: ${folder.path} had mode ${printMode(folder.mode)}, open to other users; it is 0700 now.`);
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
export const makePrivateFolder = (path: string, onLoose: OnLooseFolder): void => {
  if (checkPrivateFolder(path, onLoose)) {
    return;
  }
  try {
    const first = makeFolders(path);
    if (first !== undefined) {
      chmodSync(path, 0o700);
      flushFolder(dirname(first));
    }
  } catch (error) {
    throw new HcpError(
      'home_unwritable',
      `home: ${path} cannot be made: ${reasonOf(error)}. Make it possible, or set HCP_HOME to another path.`,
      { cause: error },
    );
  }
  checkPrivateFolder(path, onLoose);
};

/** As {@link makePrivateFolder}; a looser folder is tightened and `warn` is told. */
export const ensurePrivateFolder = (path: string, warn: (message: string) => void): void => {
  makePrivateFolder(path, tightenLoose(warn));
};
