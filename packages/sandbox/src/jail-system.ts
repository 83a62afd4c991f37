import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { readOnly, type JailMount, type JailSymlink } from './jail-mounts.js';

/** What every program of a system stands on. */
export interface SystemFolders {
  readonly mounts: readonly JailMount[];
  readonly symlinks: readonly JailSymlink[];
}

/** Stores whose packages hold their own loader and libraries, open to all by design. */
const STORES = ['/nix/store', '/gnu/store'];
const SYSTEM_NAME = /^(?:usr|bin|sbin|lib[^/]*)$/;

let found: SystemFolders | undefined;

/** `/usr` and its like, folders as mounts and symlinks (`/bin` of a merged `/usr`) as symlinks; looked up once. */
export function systemFolders(): SystemFolders {
  if (found !== undefined) return found;
  const mounts = STORES.filter((path) => existsSync(path)).map(readOnly);
  const symlinks: JailSymlink[] = [];
  for (const name of readdirSync('/').filter((entry) => SYSTEM_NAME.test(entry))) {
    const path = `/${name}`;
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) symlinks.push({ path, target: readlinkSync(path) });
    else if (stat.isDirectory()) mounts.push(readOnly(path));
  }
  found = { mounts, symlinks };
  return found;
}

/** Symlinks by which a system chooses between programs, on systems that have them. */
const ALTERNATIVES = '/etc/alternatives';

export function alternativesMounts(): JailMount[] {
  return existsSync(ALTERNATIVES) ? [readOnly(ALTERNATIVES)] : [];
}

/** Certificates by which servers are told, never the keys that lie beside them. */
const CERTIFICATES = ['/etc/ssl/certs', '/etc/pki/ca-trust/extracted', '/etc/pki/tls/certs', '/etc/ca-certificates'];

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** What a program on the network looks servers up and checks them by. Mount points are in the prepared `/etc`. */
export function networkMounts(): JailMount[] {
  return ['/etc/resolv.conf', ...CERTIFICATES].flatMap((path) => {
    const source = realPath(path);
    return source === undefined ? [] : [{ source, path, writable: false }];
  });
}

/** Where something may be put over the prepared `/etc`, which is read-only. */
export const ETC_MOUNT_POINTS: { readonly files: readonly string[]; readonly folders: readonly string[] } = {
  files: ['/etc/resolv.conf'],
  folders: [ALTERNATIVES, ...CERTIFICATES],
};
