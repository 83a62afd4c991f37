import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, parse, resolve, sep } from 'node:path';
import { HcpError } from '@hcp/pipeline';

const deepestChain = 40;

/** Each folder on the way to `path`, outermost first, `path` itself left out. */
const ancestors = (path: string): readonly string[] => {
  const { root } = parse(path);
  const parts = path.slice(root.length).split(sep).slice(0, -1);
  return parts.map((_, index) => root + parts.slice(0, index + 1).join(sep));
};

const refuseForeign = (path: string, links: number): void => {
  for (const folder of ancestors(path)) {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found === undefined) {
      return;
    }
    if (!found.isSymbolicLink()) {
      continue;
    }
    if (found.uid !== 0 && found.uid !== process.geteuid?.()) {
      throw new HcpError(
        'home_symlink',
        `home: ${folder} is a symlink that user ${found.uid} made; whoever owns it decides where the home is. ` +
          'Set HCP_HOME to a path without it.',
      );
    }
    if (links >= deepestChain) {
      throw new HcpError('home_symlink', `home: ${folder} leads through more than ${deepestChain} symlinks.`);
    }
    refuseForeign(`${resolve(dirname(folder), readlinkSync(folder))}${sep}x`, links + 1);
  }
};

/**
 * Refuses a home below a symlink that neither root nor the operator made (profile P9): such a link can be turned
 * to another folder at any time. Links of root and of the operator's own are the machine's layout and stay allowed.
 */
export const refuseForeignSymlinks = (path: string): void => {
  refuseForeign(path, 0);
};
