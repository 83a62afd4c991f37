import { relative, resolve, sep } from 'node:path';
import type { HomeLayout } from './home-layout.js';
import { refuseForeignSymlinks } from './path-symlinks.js';
import { checkPrivateFolder, ensurePrivateFolder } from './private-folder.js';

/** The home of one process: checked before its first use, made at the first write (profile P10). */
export interface HomeFolder {
  readonly layout: HomeLayout;
  /**
   * Checks owner, kind and mode of the home, and of `folder` inside it, once per process. Answers whether they
   * exist. Throws `HcpError` when the home must not be used.
   */
  readonly check: (folder?: string) => boolean;
  /** Makes the home, and `folder` inside it, when missing; checks both again. */
  readonly prepare: (folder?: string) => void;
}

/** The home, then each folder on the way to `folder`. */
const chain = (root: string, folder: string | undefined): readonly string[] => {
  const parts = folder === undefined ? [] : relative(root, folder).split(sep);
  return [root, ...parts.map((_, index) => resolve(root, ...parts.slice(0, index + 1)))];
};

/** `warn` gets one line for each folder whose mode was tightened. Opening touches no file. */
export const openHomeFolder = (layout: HomeLayout, warn: (message: string) => void): HomeFolder => {
  const checked = new Set<string>();
  return {
    layout,
    check: (folder) => {
      const target = folder ?? layout.root;
      if (checked.has(target)) {
        return true;
      }
      refuseForeignSymlinks(layout.root);
      if (!chain(layout.root, folder).every((path) => checkPrivateFolder(path, warn))) {
        return false;
      }
      checked.add(target);
      return true;
    },
    prepare: (folder) => {
      refuseForeignSymlinks(layout.root);
      for (const path of chain(layout.root, folder)) {
        ensurePrivateFolder(path, warn);
      }
    },
  };
};
