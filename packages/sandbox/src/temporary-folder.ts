import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import { removeFolder } from './remove-folder.js';

/**
 * An empty folder put aside by the call before. Two renames take a fraction of the time that making and removing a
 * folder do on a journaling file system. One for all processes: a rename is won by one of them, the others make theirs.
 */
function spareBeside(path: string): string {
  return join(dirname(path), '.spare');
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
  if (tryRename(spareBeside(path), path)) {
    if (isEmptyPrivateFolder(path, uid)) return;
    rmSync(path, { recursive: true, force: true });
  }
  mkdirSync(path, { mode: 0o700 });
}

/** Removes it with all it holds, or puts it aside when nothing was changed in it; either way the path is gone. */
export async function closeTemporaryFolder(path: string, uid: number | undefined): Promise<void> {
  if (isEmptyPrivateFolder(path, uid) && tryRename(path, spareBeside(path))) return;
  await removeFolder(path);
}
