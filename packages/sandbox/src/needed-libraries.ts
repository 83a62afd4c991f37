import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readElfNeeds } from './elf-needs.js';
import { isBelow } from './path-trust.js';

/** A folder that a binary's own headers name, as it is on this machine. */
export interface NeededLibrary {
  /** Real path. */
  readonly folder: string;
  /** In the `lib` of the place the binary is installed in. What else a file of a pack names is no reason to show it. */
  readonly isOwn: boolean;
}

const PROGRAM_FOLDERS: ReadonlySet<string> = new Set(['bin', 'sbin', 'libexec']);
const LIBRARY_FOLDERS = ['lib', 'lib32', 'lib64', 'libexec'];

/** The real path of a folder; `undefined` for anything else and for what is not there. */
function realFolder(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

/** Where a program is installed: the folder above its `bin`, or the one it lies in. */
export function prefixOf(file: string): string {
  const folder = dirname(file);
  return PROGRAM_FOLDERS.has(basename(folder)) ? dirname(folder) : folder;
}

/**
 * What a binary names as the places of its loader and its libraries, those that are there. Its maker writes these names,
 * and a pack may have made it: only what is its own by where it lies is taken at its word (profile P9).
 */
export function neededLibraries(file: string): NeededLibrary[] {
  const { loader, libraryFolders } = readElfNeeds(file, dirname(file));
  const named = [...(loader === undefined ? [] : [dirname(loader)]), ...libraryFolders];
  const real = new Set(named.map(realFolder).filter((folder) => folder !== undefined));
  const own = LIBRARY_FOLDERS.map((name) => join(prefixOf(file), name));
  return [...real].map((folder) => ({ folder, isOwn: own.some((place) => isBelow(folder, place)) }));
}
