import { mkdirSync, statSync, type Stats } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const writableByOthers = 0o022;

/**
 * Keeps compiled code beside the program, where only who can change the program can change it; a shared folder
 * could be filled by another user. Where that folder cannot be, there is no cache and nothing else changes.
 */
export function useCompileCache(programFolder: string): void {
  const folder = join(programFolder, '.compile-cache');
  if (isPrivate(folder)) enableCompileCache(folder);
}

function isPrivate(folder: string): boolean {
  const status = statSync(folder, { throwIfNoEntry: false }) ?? made(folder);
  if (status?.isDirectory() !== true || (status.mode & writableByOthers) !== 0) return false;
  return status.uid === 0 || status.uid === process.getuid?.();
}

function made(folder: string): Stats | undefined {
  try {
    mkdirSync(folder, { mode: 0o755 });
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
  return statSync(folder, { throwIfNoEntry: false });
}
