import { realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { maxDocumentBytes } from '@hcp/adapter-openapi/document';
import { sha256Hex } from '../audit/digest.js';
import { reasonOf } from '../home/system-error.js';
import { readBounded } from '../state/read-bounded.js';

/** Files of a pack that a document is made of, each read once and only from inside the pack (hardening 34). */
export interface DocumentFiles {
  /** Throws an `Error` that says why a file cannot be read. */
  readonly read: (path: string) => Uint8Array;
  /** Digests of what was read, by path from the pack root. */
  readonly digests: () => Readonly<Record<string, string>>;
}

/** `root` is the real path of the pack. Symlinks are followed and must stay inside (profile P4). */
export const openDocumentFiles = (root: string): DocumentFiles => {
  const digests = new Map<string, string>();
  return {
    read: (path) => {
      const bytes = readInside(root, path);
      digests.set(path, sha256Hex(bytes));
      return bytes;
    },
    digests: () => Object.fromEntries([...digests].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
};

function readInside(root: string, path: string): Uint8Array {
  let real: string;
  try {
    real = realpathSync(join(root, path));
  } catch (cause) {
    throw new Error(`${path} cannot be read: ${reasonOf(cause)}`, { cause });
  }
  if (!real.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)) {
    throw new Error(`${path} is a link out of the pack; put the file itself into the pack`);
  }
  try {
    return readBounded(real, { maxBytes: maxDocumentBytes, noFollow: true }).bytes;
  } catch (cause) {
    throw new Error(`${path} cannot be read: ${reasonOf(cause)}`, { cause });
  }
}
