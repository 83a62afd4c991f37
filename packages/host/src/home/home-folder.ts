import { readdirSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import type { HomeLayout } from './home-layout.js';
import { refuseForeignSymlinks } from './path-symlinks.js';
import { checkPrivateFolder, makePrivateFolder, printMode, type LooseFolder } from './private-folder.js';

/** The home of one process: checked before its first use, made at the first write (profile P10). */
export interface HomeFolder {
  readonly layout: HomeLayout;
  /**
   * Checks owner, kind and mode of the home, and of `folder` inside it, once per process, and makes a looser one 0700
   * (profile P9). Answers whether they exist. Throws `HcpError` when the home must not be used.
   */
  readonly check: (folder?: string) => boolean;
  /** Makes the home, and `folder` inside it, when missing, and 0700 when looser; checks both. */
  readonly prepare: (folder?: string) => void;
}

/** The home, then each folder on the way to `folder`. */
const chain = (root: string, folder: string | undefined): readonly string[] => {
  const parts = folder === undefined ? [] : relative(root, folder).split(sep);
  return [root, ...parts.map((_, index) => resolve(root, ...parts.slice(0, index + 1)))];
};

const isSticky = (mode: number): boolean => (mode & 0o1000) !== 0;

/** Whether the folder is empty or has at least one of the files and folders of a home. */
const isHome = ({ root, ...layout }: HomeLayout): boolean => {
  const ours = new Set(Object.values(layout).filter((path) => dirname(path) === root));
  const found = readdirSync(root).map((name) => resolve(root, name));
  return found.length === 0 || found.some((path) => ours.has(path));
};

/** A folder that others live in, such as `/tmp` or `/usr`, is not to be closed to them by a mistyped HCP_HOME. */
const refuseShared = (layout: HomeLayout, { path, mode }: LooseFolder): void => {
  if (path !== layout.root || !(isSticky(mode) || !isHome(layout))) {
    return;
  }
  const what = isSticky(mode) ? 'is a folder that everyone shares (sticky)' : 'holds files and none of a runtime';
  throw new HcpError(
    'home_shared',
    `home: ${path} has mode ${printMode(mode)} and ${what}, so it is neither used nor closed to others. ` +
      `Set HCP_HOME to a folder of its own, such as ${resolve(path, '.hcp')}.`,
  );
};

/** `warn` gets one line for each folder whose mode is too loose. Opening touches no file. */
export const openHomeFolder = (layout: HomeLayout, warn: (message: string) => void): HomeFolder => {
  const checked = new Set<string>();
  const told = new Set<string>();
  const tell = ({ path, mode }: LooseFolder, then: string): void => {
    if (!told.has(path)) {
      told.add(path);
      warn(`home: ${path} had mode ${printMode(mode)}, open to other users; ${then}.`);
    }
  };
  const onLoose = (folder: LooseFolder): void => {
    refuseShared(layout, folder);
    folder.tighten();
    tell(folder, 'it is 0700 now');
  };
  /** Reading goes on where nothing can be changed, such as a copy on a read-only file system. */
  const onLooseRead = (folder: LooseFolder): void => {
    try {
      onLoose(folder);
    } catch (error) {
      if (error instanceof HcpError && error.code === 'home_shared') throw error;
      tell(folder, 'it cannot be made 0700 here');
    }
  };
  return {
    layout,
    check: (folder) => {
      const target = folder ?? layout.root;
      if (checked.has(target)) {
        return true;
      }
      refuseForeignSymlinks(layout.root);
      if (!chain(layout.root, folder).every((path) => checkPrivateFolder(path, onLooseRead))) {
        return false;
      }
      checked.add(target);
      return true;
    },
    prepare: (folder) => {
      refuseForeignSymlinks(layout.root);
      for (const path of chain(layout.root, folder)) {
        makePrivateFolder(path, onLoose);
      }
    },
  };
};
