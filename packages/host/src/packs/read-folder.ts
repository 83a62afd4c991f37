import { realpathSync, statSync } from 'node:fs';
import { HcpError } from '@hcp/pipeline';
import { reasonOf } from '../home/system-error.js';
import { readPackFile, type PackFile } from './pack-files.js';

/** The files of a pack that count, each read once. */
export interface PackFolder {
  /** Real path. */
  readonly root: string;
  readonly surface: PackFile | undefined;
  readonly policy: PackFile | undefined;
  readonly skill: PackFile | undefined;
}

const realFolder = (dir: string): string => {
  let root: string;
  try {
    root = realpathSync(dir);
  } catch (error) {
    throw new HcpError('pack_folder', `pack folder ${dir} cannot be opened: ${reasonOf(error)}`, { cause: error });
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
