import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { codeEntry, mostBytes } from './code-limits.js';
import { digestFile } from './digest-file.js';
import { listFiles, unpinnable } from './list-files.js';

/** Whether a pack brings handlers: a `composite.js` in its root (profile P12). */
export function hasCode(root: string): boolean {
  return lstatSync(join(root, codeEntry), { throwIfNoEntry: false }) !== undefined;
}

/**
 * SHA-256 of every file of a pack's root, by its path below it (profile P12). Throws `HcpError` `code_unpinnable` for a
 * symlink, a file that cannot be read, and a pack of more than 1,000 files or 8 MiB.
 */
export function pinFiles(root: string): Readonly<Record<string, string>> {
  let left = mostBytes;
  const digests = listFiles(root).map((name): [string, string] => {
    const { bytes, sha256 } = read(root, name, left);
    left -= bytes.byteLength;
    return [name, sha256];
  });
  return Object.fromEntries(digests);
}

function read(root: string, name: string, left: number): ReturnType<typeof digestFile> {
  try {
    return digestFile(join(root, name), left);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw unpinnable(join(root, name), `cannot be pinned: ${reason}; a pack may hold ${mostBytes} bytes`, error);
  }
}
