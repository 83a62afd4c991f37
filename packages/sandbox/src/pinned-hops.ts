import { lstatSync, type Stats } from 'node:fs';
import type { PinnedHop } from '@hcp/pipeline';
import { isBelow } from './path-trust.js';
import type { WalkedPath } from './walk-path.js';

function pinHop(path: string, stat: Stats): PinnedHop {
  const { dev, ino, uid, gid, mode, ctimeMs } = stat;
  const numbers = { dev: String(dev), ino: String(ino), uid: String(uid), gid: String(gid), mode: mode.toString(8) };
  return stat.isSymbolicLink() ? { path, ...numbers, ctime_ms: String(ctimeMs) } : { path, ...numbers };
}

/** What a start passes through: the folders above the real path of each file, and the whole way of `argv0`. The files themselves are not among them. */
export function pinHops(files: readonly WalkedPath[], argv0: WalkedPath | undefined): PinnedHop[] {
  const passed = files.flatMap(({ realPath, hops }) =>
    hops.filter(({ kind, path }) => kind === 'folder' && isBelow(realPath, path)),
  );
  const started = argv0?.hops.filter(({ kind }) => kind !== 'target') ?? [];
  return [...new Map([...passed, ...started].map(({ path, stat }) => [path, pinHop(path, stat)])).values()];
}

export function isUnchangedHop(hop: PinnedHop): boolean {
  let stat: Stats | undefined;
  try {
    stat = lstatSync(hop.path, { throwIfNoEntry: false });
  } catch {
    return false;
  }
  if (stat === undefined) return false;
  // Numbers are compared rather than texts: this runs for a dozen hops on every call.
  return (
    stat.mode === Number.parseInt(hop.mode, 8) &&
    stat.uid === Number(hop.uid) &&
    stat.gid === Number(hop.gid) &&
    stat.ino === Number(hop.ino) &&
    stat.dev === Number(hop.dev) &&
    (hop.ctime_ms === undefined || stat.ctimeMs === Number(hop.ctime_ms))
  );
}
