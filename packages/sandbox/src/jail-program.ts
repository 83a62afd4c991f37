import { readlinkSync } from 'node:fs';
import { HcpError, type PinnedBin } from '@hcp/pipeline';
import { requireHidden, requireOutsideHome, type Hidden } from './jail-exposure.js';
import { requireApart, requireOwnPlace } from './jail-places.js';
import { isCovered, readOnly, type JailMount, type JailSymlink } from './jail-mounts.js';
import { systemFolders } from './jail-system.js';
import { neededFolders } from './needed-folders.js';
import { neededLibraries, type NeededLibrary } from './needed-libraries.js';
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
  /** What the operator lets the pack read beside. */
  readonly readable: readonly string[];
}

/** The path a program is started by inside: the one it was found by, as a virtual environment is told by it. */
export function startedPath({ file, interpreters, argv0 }: PinnedBin): string {
  return argv0 ?? interpreters.at(-1)?.file.path ?? file.path;
}

/** What the pack's own files ask for is shown when it is theirs; beyond that it is for the operator to say. */
function requireOwn(file: string, { folder, fault }: NeededLibrary): void {
  if (fault === undefined) return;
  throw new HcpError(
    'jail_exposes',
    `${file} looks for libraries in ${folder}, ${fault}; to show it that: ` +
      `hcp config set packs.<id>.readable '${JSON.stringify([folder])}'`,
  );
}

function symlinksOf(path: string, mounts: readonly JailMount[]): JailSymlink[] {
  const made = new Set(systemFolders().symlinks.map((symlink) => symlink.path));
  return walkPath(path)
    .hops.filter((hop) => hop.kind === 'symlink' && !made.has(hop.path) && !isCovered(hop.path, mounts))
    .map((hop) => ({ path: hop.path, target: readlinkSync(hop.path) }));
}

function findMounts({ bin, cwd, hidden, readable }: ProgramPlace): ProgramMounts {
  const system = systemFolders().mounts;
  const allowed = readable.map(readOnly);
  const mounts: JailMount[] = [];
  const add = (what: string, path: string): void => {
    if (isCovered(path, [...system, ...mounts])) return;
    requireHidden(what, path, hidden);
    requireApart(what, path);
    mounts.push(readOnly(path));
  };
  add('pack root', cwd);
  const files = [bin.file.path, ...bin.interpreters.map(({ file }) => file.path)];
  const started = startedPath(bin);
  const addNeeded = (file: string, folder: string): void => {
    if (isCovered(folder, [...system, ...mounts, ...allowed])) return;
    requireOutsideHome(`${file} needs`, folder, hidden);
    requireOwnPlace(`${file} needs`, folder, hidden);
    add(`${file} needs`, folder);
  };
  for (const file of [started, ...files]) {
    if (isCovered(file, system)) continue;
    const isInterpreter = bin.interpreters.length > 0 && file !== bin.file.path;
    for (const folder of neededFolders(file, isInterpreter)) addNeeded(file, folder);
  }
  for (const file of files) {
    if (isCovered(file, system)) continue;
    for (const library of neededLibraries(file)) {
      if (isCovered(library.folder, [...system, ...mounts, ...allowed])) continue;
      requireOwn(file, library);
      addNeeded(file, library.folder);
    }
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
  const isSame = last?.cwd === place.cwd && last.hidden === place.hidden;
  if (isSame && last.readable.join('\0') === place.readable.join('\0')) return last.found;
  const found = findMounts(place);
  known.set(place.bin, { ...place, found });
  return found;
}
