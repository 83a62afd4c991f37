import { realpathSync } from 'node:fs';
import { HcpError } from '@hcp/pipeline';
import { requireHiddenHome, type Hidden } from './jail-exposure.js';
import type { JailMount } from './jail-mounts.js';
import type { JailSettings } from './jail-settings.js';
import { isBelow } from './path-trust.js';

function realPath(setting: string, path: string): string {
  try {
    return realpathSync(path);
  } catch {
    throw new HcpError(
      'jail_path_missing',
      `packs.<id>.${setting} names ${path}, which is not there or cannot be reached; make it, or take it out`,
    );
  }
}

function mountOf(setting: 'readable' | 'writable', path: string, hidden: Hidden): JailMount {
  const source = realPath(setting, path);
  const what = `packs.<id>.${setting}`;
  requireHiddenHome(what, source, hidden);
  if (isBelow(source, hidden.home)) {
    throw new HcpError(
      'jail_exposes',
      `${what} ${path} lies in the runtime's home ${hidden.home}; name another folder`,
    );
  }
  return { source, path, writable: setting === 'writable' };
}

/**
 * The mounts of what the operator lets a pack read and write, each at the path as it was written. Errors:
 * `jail_path_missing`, `jail_exposes`.
 */
export function operatorMounts({ readable, writable }: JailSettings, hidden: Hidden): JailMount[] {
  return [
    ...readable.map((path) => mountOf('readable', path, hidden)),
    ...writable.map((path) => mountOf('writable', path, hidden)),
  ];
}
