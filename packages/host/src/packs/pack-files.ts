import { join } from 'node:path';
import { fileJson } from '@hcp/manifest';
import { HcpError } from '@hcp/pipeline';
import { sha256Hex } from '../audit/digest.js';
import { reasonOf, systemErrorCode } from '../home/system-error.js';
import { readBounded, type FileBytes } from '../state/read-bounded.js';

/** One file of a pack: its bytes and their digest come from one read (profile P9). */
export interface PackFile extends FileBytes {
  readonly sha256: string;
}

/** Name of a file in the pack's folder. */
export type PackFileName = 'surface.json' | 'policy.json' | 'HARNESS.md';

/** Reads one file of a pack; `undefined` when there is none. Throws `HcpError` when it cannot be read. */
export const readPackFile = (root: string, name: PackFileName): PackFile | undefined => {
  const path = join(root, name);
  try {
    const file = readBounded(path, { maxBytes: fileJson.maxBytes, noFollow: false });
    return { ...file, sha256: sha256Hex(file.bytes) };
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw new HcpError('pack_unreadable', `${path} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
};
