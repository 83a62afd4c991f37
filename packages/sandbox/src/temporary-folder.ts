import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import { removeFolder } from './remove-folder.js';

const MOST_SPARES = 16;

/** How many spares this process takes to stand in a folder. Another process may have won one: then a rename fails. */
const spares = new Map<string, number>();

/**
 * An empty folder put aside by a call before. Two renames take a fraction of the time that making and removing a folder
 * do on a journaling file system. There are as many as calls ran at once; the names are the same for all processes.
 */
function spare(folder: string, place: number): string {
  return join(folder, place === 0 ? '.spare' : `.spare-${place}`);
}

function takeSpare(path: string): boolean {
  const folder = dirname(path);
  const left = (spares.get(folder) ?? 1) - 1;
  if (left < 0) return false;
  spares.set(folder, left);
  return tryRename(spare(folder, left), path);
}

function putAside(path: string): boolean {
  const folder = dirname(path);
  const place = spares.get(folder) ?? 0;
  if (place >= MOST_SPARES || !tryRename(path, spare(folder, place))) return false;
  spares.set(folder, place + 1);
  return true;
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

/** Makes the `TMPDIR` of one call, empty and 0700, in an existing folder. Errors: `work_folder`, and what the system says. */
export function openTemporaryFolder(path: string, uid: number | undefined): void {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
    throw new HcpError('work_folder', `temporary folder ${path} exists already; a call id is used once`);
  }
  if (takeSpare(path)) {
    if (isEmptyPrivateFolder(path, uid)) return;
    rmSync(path, { recursive: true, force: true });
  }
  mkdirSync(path, { mode: 0o700 });
}

/** Removes it with all it holds, or puts it aside when nothing was changed in it; either way the path is gone. */
export async function closeTemporaryFolder(path: string, uid: number | undefined): Promise<void> {
  if (isEmptyPrivateFolder(path, uid) && putAside(path)) return;
  await removeFolder(path);
}
