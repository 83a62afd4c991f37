import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { basename, join } from 'node:path';
import { systemErrorCode } from './system-error.js';

/** What stands in a private file, or why it is not read. `reason` names the file, its content never. */
export type PrivateFile =
  | { readonly ok: true; readonly source: string; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly absent: boolean; readonly reason: string };

/**
 * Reads a file that only its owner may read (profile P7): a regular file of the user this process runs as, mode 0600
 * or stricter, no symlink, at most `maxBytes`, in a folder that nobody else may write to. What is checked is the
 * open file, not its name, so nothing can be put in its place in between; a FIFO is never waited on.
 */
export function readPrivateFile(folder: string, name: string, maxBytes: number): PrivateFile {
  const source = `${basename(folder)}/${name}`;
  const refuse = (reason: string): PrivateFile => ({ ok: false, absent: false, reason });
  try {
    const folderProblem = checkPrivateFolder(folder);
    if (folderProblem !== undefined) return refuse(folderProblem);
    return withOpen(join(folder, name), constants.O_RDONLY | constants.O_NONBLOCK, (file) => {
      const problem = fileProblem(fstatSync(file));
      if (problem !== undefined) return refuse(`${source}: ${problem}`);
      const bytes = readAtMost(file, maxBytes + 1);
      if (bytes.length > maxBytes) return refuse(`${source}: is larger than ${maxBytes} bytes`);
      return { ok: true, source, bytes };
    });
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') return { ok: false, absent: true, reason: `${source}: does not exist` };
    if (code === 'ELOOP') return refuse(`${source}: is a symlink; put the file itself there`);
    return refuse(`${source}: cannot be read (${code ?? 'unknown fault'})`);
  }
}

/**
 * Why credentials in a folder are not to be trusted, or `undefined`: it is a symlink, another user's, or writable by
 * others. Throws the system's error when it cannot be opened.
 */
export function checkPrivateFolder(folder: string): string | undefined {
  const shown = `${basename(folder)}/`;
  try {
    const stats = withOpen(folder, constants.O_RDONLY | constants.O_DIRECTORY, (file) => fstatSync(file));
    const owner = ownerProblem(stats);
    if (owner !== undefined) return `${shown}: ${owner}`;
    if ((stats.mode & 0o022) === 0) return undefined;
    return `${shown}: mode ${octal(stats.mode)} lets others write to the folder; make it 0700`;
  } catch (error) {
    const code = systemErrorCode(error);
    // Both codes are in use for a symlink where a folder is asked for.
    if (code === 'ELOOP' || code === 'ENOTDIR')
      return `${shown}: is a symlink or no folder; put the folder itself there`;
    throw error;
  }
}

function withOpen<T>(path: string, flags: number, use: (file: number) => T): T {
  const file = openSync(path, flags | constants.O_NOFOLLOW);
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}

function fileProblem(stats: Stats): string | undefined {
  if (!stats.isFile()) return 'is not a regular file';
  const owner = ownerProblem(stats);
  if (owner !== undefined) return owner;
  return (stats.mode & 0o7777 & ~0o600) === 0 ? undefined : `has mode ${octal(stats.mode)}; make it 0600`;
}

function ownerProblem(stats: Stats): string | undefined {
  const user = process.geteuid?.();
  if (user === undefined) return 'this system does not tell who owns a file, so no credential is read from one';
  return stats.uid === user ? undefined : `belongs to user ${stats.uid} and must belong to user ${user}`;
}

function readAtMost(file: number, limit: number): Uint8Array {
  const bytes = Buffer.alloc(limit);
  let filled = 0;
  for (;;) {
    const count = filled < limit ? readSync(file, bytes, filled, limit - filled, null) : 0;
    if (count === 0) return bytes.subarray(0, filled);
    filled += count;
  }
}

function octal(mode: number): string {
  return `0${(mode & 0o7777).toString(8)}`;
}
