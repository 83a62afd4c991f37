import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { HcpError } from '@hcp/pipeline';

/** One thing the system passes through on its way to a file. */
export interface PathHop {
  readonly path: string;
  readonly kind: 'folder' | 'symlink' | 'target';
  readonly stat: Stats;
}

export interface WalkedPath {
  readonly realPath: string;
  /** Every folder and symlink on the way, each symlink's own folders included, then the target. */
  readonly hops: readonly PathHop[];
}

const MAX_SYMLINKS = 40;

/** Resolves an absolute path as the system does and names everything it passes. Errors: `symlink_loop`, and what the system says. */
export function walkPath(path: string): WalkedPath {
  const pending = path.split('/').filter((part) => part !== '' && part !== '.');
  const hops: PathHop[] = [{ path: '/', kind: 'folder', stat: lstatSync('/') }];
  let current = '/';
  let symlinks = 0;
  for (let part = pending.shift(); part !== undefined; part = pending.shift()) {
    if (part === '..') {
      current = dirname(current);
      continue;
    }
    const next = join(current, part);
    const stat = lstatSync(next);
    if (!stat.isSymbolicLink()) {
      hops.push({ path: next, kind: pending.length === 0 ? 'target' : 'folder', stat });
      current = next;
      continue;
    }
    symlinks += 1;
    if (symlinks > MAX_SYMLINKS)
      throw new HcpError('symlink_loop', `${path} passes more than ${MAX_SYMLINKS} symlinks`);
    hops.push({ path: next, kind: 'symlink', stat });
    const target = readlinkSync(next);
    pending.unshift(...target.split('/').filter((piece) => piece !== '' && piece !== '.'));
    if (target.startsWith('/')) current = '/';
  }
  return { realPath: current, hops };
}
