import { dirname } from 'node:path';
import { isBelow } from './path-trust.js';

/** One folder or file of the host that is seen inside, at the same path unless told otherwise. */
export interface JailMount {
  readonly source: string;
  readonly path: string;
  readonly writable: boolean;
}

/** A symlink made inside, where its folder is not one of the host's. */
export interface JailSymlink {
  readonly path: string;
  readonly target: string;
}

export const readOnly = (path: string): JailMount => ({ source: path, path, writable: false });
export const writable = (path: string): JailMount => ({ source: path, path, writable: true });

function depthOf(path: string): number {
  return path.split('/').length;
}

/** Whether a path is seen inside through one of the mounts, at its own place. */
export function isCovered(path: string, mounts: readonly JailMount[]): boolean {
  return mounts.some((mount) => mount.source === mount.path && isBelow(path, mount.path));
}

/** Where two mounts name one path, the writable one stands. */
function distinct(mounts: readonly JailMount[]): JailMount[] {
  const byPath = new Map<string, JailMount>();
  for (const mount of mounts) {
    if (byPath.get(mount.path)?.writable !== true) byPath.set(mount.path, mount);
  }
  return [...byPath.values()];
}

function wordsOf({ source, path, writable: mayWrite }: JailMount): string[] {
  return [mayWrite ? '--bind' : '--ro-bind', source, path];
}

interface Step {
  readonly path: string;
  readonly words: readonly string[];
}

/** What lies higher comes first, because a mount hides what was below it. */
function inOrder(steps: readonly Step[]): string[] {
  return steps.toSorted((left, right) => depthOf(left.path) - depthOf(right.path)).flatMap(({ words }) => words);
}

/** The words that make the mounts. Pure. */
export function mountWords(mounts: readonly JailMount[]): string[] {
  return inOrder(distinct(mounts).map((mount) => ({ path: mount.path, words: wordsOf(mount) })));
}

function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === '/' ? [] : [...foldersAbove(above), above];
}

/** As {@link mountWords}, with every folder that leads to a mount open to all; bubblewrap makes them for its own user. Pure. */
export function openMountWords(mounts: readonly JailMount[]): string[] {
  const kept = distinct(mounts);
  const leading = new Set(kept.flatMap(({ path }) => foldersAbove(path)));
  for (const { path } of kept) leading.delete(path);
  const folders = [...leading].map((path) => ({ path, words: ['--perms', '0755', '--dir', path] }));
  return inOrder([...folders, ...kept.map((mount) => ({ path: mount.path, words: wordsOf(mount) }))]);
}

export function symlinkWords(symlinks: readonly JailSymlink[]): string[] {
  return symlinks.flatMap(({ path, target }) => ['--symlink', target, path]);
}
