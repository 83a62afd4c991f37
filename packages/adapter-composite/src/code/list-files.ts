import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import { mostFiles } from './code-limits.js';

/**
 * Every file below a folder, by path with `/` between its parts, in a fixed order. Throws `HcpError` `code_unpinnable`
 * for what cannot be pinned: a symlink, a device, a socket, more files than a pack may have, an unreadable folder.
 */
export function listFiles(root: string): readonly string[] {
  const files: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) files.push(path);
      else throw unpinnable(join(root, path), 'is neither a file nor a folder; put what it stands for in its place');
      if (files.length + folders.length > mostFiles)
        throw unpinnable(root, `holds more than ${mostFiles} files; leave out what no handler needs`);
    }
  }
  return files.sort();
}

export function unpinnable(path: string, reason: string, cause?: unknown): HcpError {
  return new HcpError('code_unpinnable', `composite code: ${path} ${reason}`, { cause });
}

function entriesOf(folder: string): ReturnType<typeof readEntries> {
  try {
    return readEntries(folder);
  } catch (error) {
    throw unpinnable(folder, `cannot be read: ${error instanceof Error ? error.message : String(error)}`, error);
  }
}

const readEntries = (folder: string) => readdirSync(folder, { withFileTypes: true });
