import { realpathSync, statSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readElfNeeds } from './elf-needs.js';
import { isBelow } from './path-trust.js';

/** A folder that a binary's own headers name, as it is on this machine. */
export interface NeededLibrary {
  /** Real path. */
  readonly folder: string;
  /** Why the name alone is no reason to show it; `undefined` for a `lib` of the place the binary is installed in. */
  readonly fault: string | undefined;
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

/** Libraries that anybody else can replace are not the program's own. */
function findOwnerFault({ uid, mode }: Stats, owners: ReadonlySet<number>): string | undefined {
  if (!owners.has(uid)) return `which belongs to user ${uid}`;
  return (mode & 0o002) === 0 ? undefined : 'which everyone may write to';
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
  const owners = new Set([0, process.geteuid?.() ?? 0, statSync(file).uid]);
  return [...real].map((folder) => {
    if (!own.some((place) => isBelow(folder, place))) return { folder, fault: 'which is not its own lib folder' };
    return { folder, fault: findOwnerFault(statSync(folder), owners) };
  });
}
