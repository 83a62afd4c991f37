import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { maxDocumentBytes } from '@hcp/adapter-openapi/document';
import { HcpError } from '@hcp/pipeline';
import { sha256Hex } from '../audit/digest.js';
import { reasonOf, systemErrorCode } from '../home/system-error.js';
import { oneLine } from '../packs/print-issue.js';
import { readBounded } from '../state/read-bounded.js';
import { lineDiff } from './line-diff.js';

/** Files of a pack by path from its root. */
export type DraftFiles = ReadonlyMap<string, Uint8Array>;

/** One line for each thing in which a folder differs from a draft; `undefined` for a folder with nothing in it. */
export const compareWithFolder = (folder: string, files: DraftFiles): readonly string[] | undefined => {
  const names = namesIn(folder);
  if (names.length === 0) return undefined;
  if (!names.includes('surface.json')) {
    throw new HcpError(
      'folder_in_use',
      `${folder} holds other files and no pack; name a folder that is new, empty, or holds the pack, with --to.`,
    );
  }
  return [...files].flatMap(([path, bytes]) => compareFile(folder, path, bytes));
};

export const writeFiles = (folder: string, files: DraftFiles): void => {
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
};

const compareFile = (folder: string, path: string, bytes: Uint8Array): readonly string[] => {
  const found = contentOf(join(folder, path));
  if (found === undefined) return [`${oneLine(path)}: is not there`];
  if (Buffer.compare(found, bytes) === 0) return [];
  if (path.startsWith('document/')) {
    return [`${oneLine(path)}: sha256 ${sha256Hex(found)} -> ${sha256Hex(bytes)}`];
  }
  const [before, after] = [found, bytes].map((one) => Buffer.from(one).toString('utf8'));
  return [`${oneLine(path)}:`, ...lineDiff(before ?? '', after ?? '').map(oneLine)];
};

const contentOf = (path: string): Buffer | undefined => {
  try {
    return readBounded(path, { maxBytes: maxDocumentBytes, noFollow: false }).bytes;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw new HcpError('pack_unreadable', `${path} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
};

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw new HcpError('pack_folder', `folder ${folder} cannot be opened: ${reasonOf(error)}`, { cause: error });
  }
};
