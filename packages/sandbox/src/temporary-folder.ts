import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import { removeFolder } from './remove-folder.js';

const MOST_SPARES = 16;

/** How many spares of an owner this process takes to stand. Another process may have won one: then a rename fails. */
const spares = new Map<string, number>();
/** Owners whose count is kept; that of another begins anew. */
const MOST_OWNERS = 1000;

/**
 * An empty folder put aside by a call before. Two renames take a fraction of the time that making and removing a folder
 * do on a journaling file system. There are as many as calls of the owner ran at once. What got away from a call may
 * still stand in its folder: only a call that shares its `HOME` anyway gets it.
 */
function spare(owner: string, place: number): string {
  return place === 0 ? owner : `${owner}-${place}`;
}

function takeSpare(path: string, owner: string): boolean {
  const left = (spares.get(owner) ?? 1) - 1;
  if (left < 0) return false;
  count(owner, left);
  return tryRename(spare(owner, left), path);
}

function putAside(path: string, owner: string): boolean {
  const place = spares.get(owner) ?? 0;
  if (place >= MOST_SPARES || !tryRename(path, spare(owner, place))) return false;
  count(owner, place + 1);
  return true;
}

function count(owner: string, number: number): void {
  spares.delete(owner);
  spares.set(owner, number);
  if (spares.size > MOST_OWNERS) spares.delete(spares.keys().next().value ?? '');
}

function isEmptyPrivateFolder(path: string, uid: number | undefined): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory() !== true || (stat.mode & 0o7777) !== 0o700) return false;
  return (uid === undefined || stat.uid === uid) && readdirSync(path).length === 0;
}

function tryRename(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

/** The folders of one call; `home` tells whose spares it may take. */
interface CallFolders {
  readonly home: string;
  readonly temporary: string;
}

function ownerOf({ home, temporary }: CallFolders): string {
  return join(dirname(temporary), `.spare.${basename(dirname(home))}.${basename(home)}`);
}

/** Makes the `TMPDIR` of one call, empty and 0700, in an existing folder. Errors: `work_folder`, and what the system says. */
export function openTemporaryFolder(folders: CallFolders, uid: number | undefined): void {
  const path = folders.temporary;
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
    throw new HcpError('work_folder', `temporary folder ${path} exists already; a call id is used once`);
  }
  if (takeSpare(path, ownerOf(folders))) {
    if (isEmptyPrivateFolder(path, uid)) return;
    rmSync(path, { recursive: true, force: true });
  }
  mkdirSync(path, { mode: 0o700 });
}

/** Removes it with all it holds, or puts it aside when nothing was changed in it; either way the path is gone. */
export async function closeTemporaryFolder(folders: CallFolders, uid: number | undefined): Promise<void> {
  const path = folders.temporary;
  if (isEmptyPrivateFolder(path, uid) && putAside(path, ownerOf(folders))) return;
  await removeFolder(path);
}
