import { realpathSync, statSync } from 'node:fs';
import { HcpError } from '@hcp/pipeline';
import { reasonOf, systemErrorCode } from '../home/system-error.js';
import { readPackFile, type PackFile } from './pack-files.js';

/** The files of a pack that count, each read once. */
export interface PackFolder {
  /** Real path. */
  readonly root: string;
  readonly surface: PackFile | undefined;
  readonly policy: PackFile | undefined;
  readonly skill: PackFile | undefined;
}

const whyNot = (error: unknown): string => {
  const code = systemErrorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'is not there; name the folder that holds surface.json.';
  if (code === 'EACCES') return 'may not be opened by you; make it and the folders above it readable to you.';
  return `cannot be opened: ${reasonOf(error)}; name a folder that can be.`;
};

const realFolder = (dir: string): string => {
  let root: string;
  try {
    root = realpathSync(dir);
  } catch (error) {
    throw new HcpError('pack_folder', `pack folder ${dir} ${whyNot(error)}`, { cause: error });
  }
  if (!statSync(root).isDirectory()) {
    throw new HcpError('pack_folder', `pack folder ${dir} is a file; name the folder that holds surface.json.`);
  }
  return root;
};

/** Reads a pack's folder. Throws `HcpError` when the folder, or a file in it that is there, cannot be read. */
export const readPackFolder = (dir: string): PackFolder => {
  const root = realFolder(dir);
  return {
    root,
    surface: readPackFile(root, 'surface.json'),
    policy: readPackFile(root, 'policy.json'),
    skill: readPackFile(root, 'HARNESS.md'),
  };
};
