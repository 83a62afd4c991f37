import { lstatSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemErrorCode } from './system-error.js';

/** `false` when something stands there already. */
const makeFolder = (path: string): boolean => {
  try {
    mkdirSync(path, 0o700);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') {
      return false;
    }
    throw error;
  }
};

/**
 * Makes a folder and those above it that are missing, each 0700 or stricter by the umask. Answers the outermost it
 * made. Node's own recursive `mkdir` never returns where the system answers ENOENT below a folder that is there, as
 * `/proc` does. Throws the system's error.
 */
export const makeFolders = (path: string): string | undefined => {
  try {
    return makeFolder(path) ? path : undefined;
  } catch (error) {
    const above = dirname(path);
    const missing = systemErrorCode(error) === 'ENOENT' && lstatSync(above, { throwIfNoEntry: false }) === undefined;
    if (!missing || above === path) {
      throw error;
    }
    const first = makeFolders(above);
    return makeFolder(path) ? (first ?? path) : first;
  }
};
