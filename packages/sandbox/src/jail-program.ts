import { existsSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PinnedBin } from '@hcp/pipeline';
import { readElfNeeds } from './elf-needs.js';
import { requireHidden, type Hidden } from './jail-exposure.js';
import { isCovered, readOnly, type JailMount, type JailSymlink } from './jail-mounts.js';
import { systemFolders } from './jail-system.js';
import { neededFolders } from './needed-folders.js';
import { walkPath } from './walk-path.js';

/** What a program needs to be seen inside, the system's own folders left out. */
export interface ProgramMounts {
  readonly mounts: readonly JailMount[];
  readonly symlinks: readonly JailSymlink[];
}

export interface ProgramPlace {
  readonly bin: PinnedBin;
  /** The pack root. */
  readonly cwd: string;
  readonly hidden: Hidden;
}

/** The path a program is started by inside: the one it was found by, as a virtual environment is told by it. */
export function startedPath({ file, interpreters, argv0 }: PinnedBin): string {
  return argv0 ?? interpreters.at(-1)?.file.path ?? file.path;
}

/** What a binary's own headers name: its loader's folder, and where it looks for libraries. */
function librariesOf(file: string): string[] {
  const { loader, libraryFolders } = readElfNeeds(file, dirname(file));
  const named = [...(loader === undefined ? [] : [loader]), ...libraryFolders].filter((path) => existsSync(path));
  return named.map((path, index) => {
    const real = realpathSync(path);
    return loader !== undefined && index === 0 ? dirname(real) : real;
  });
}

function symlinksOf(path: string, mounts: readonly JailMount[]): JailSymlink[] {
  const made = new Set(systemFolders().symlinks.map((symlink) => symlink.path));
  return walkPath(path)
    .hops.filter((hop) => hop.kind === 'symlink' && !made.has(hop.path) && !isCovered(hop.path, mounts))
    .map((hop) => ({ path: hop.path, target: readlinkSync(hop.path) }));
}

function findMounts({ bin, cwd, hidden }: ProgramPlace): ProgramMounts {
  const system = systemFolders().mounts;
  const mounts: JailMount[] = [];
  const add = (what: string, path: string): void => {
    if (isCovered(path, [...system, ...mounts])) return;
    requireHidden(what, path, hidden);
    mounts.push(readOnly(path));
  };
  add('pack root', cwd);
  const files = [bin.file.path, ...bin.interpreters.map(({ file }) => file.path)];
  const started = startedPath(bin);
  for (const file of [started, ...files]) {
    if (isCovered(file, system)) continue;
    for (const folder of neededFolders(file)) add(`${file} needs`, folder);
  }
  for (const file of files) {
    if (isCovered(file, system)) continue;
    for (const folder of librariesOf(file)) add(`${file} needs`, folder);
    add('program', file);
  }
  return { mounts, symlinks: symlinksOf(started, [...system, ...mounts]) };
}

const known = new WeakMap<PinnedBin, ProgramPlace & { readonly found: ProgramMounts }>();

/**
 * The mounts by which a pinned program is found and finds what it stands on (profile P9): the pack root, its own file,
 * its interpreters and the folders they need, each looked up on the host. Looked up once for a pin. Errors:
 * `jail_exposes`, naming the path, and what the system says.
 */
export function programMounts(place: ProgramPlace): ProgramMounts {
  const last = known.get(place.bin);
  if (last?.cwd === place.cwd && last.hidden === place.hidden) return last.found;
  const found = findMounts(place);
  known.set(place.bin, { ...place, found });
  return found;
}
