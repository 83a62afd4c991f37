import { realpathSync } from 'node:fs';
import { HcpError } from '@hcp/pipeline';
import { requireHiddenHome, type Hidden } from './jail-exposure.js';
import type { JailMount } from './jail-mounts.js';
import type { JailSettings } from './jail-settings.js';
import { isBelow } from './path-trust.js';

function realPath(key: string, path: string): string {
  try {
    return realpathSync(path);
  } catch {
    throw new HcpError(
      'jail_path_missing',
      `${key} names ${path}, which is not there or cannot be reached; make it, or take it out`,
    );
  }
}

interface Named {
  readonly packId: string;
  readonly setting: 'readable' | 'writable';
  readonly hidden: Hidden;
}

function mountOf(path: string, { packId, setting, hidden }: Named): JailMount {
  const key = `packs.${packId}.${setting}`;
  const source = realPath(key, path);
  requireHiddenHome(key, source, hidden);
  if (isBelow(source, hidden.home)) {
    throw new HcpError('jail_exposes', `${key} ${path} lies in the runtime's home ${hidden.home}; name another folder`);
  }
  return { source, path, writable: setting === 'writable' };
}

/**
 * The mounts of what the operator lets a pack read and write, each at the path as it was written. Errors:
 * `jail_path_missing`, `jail_exposes`.
 */
export function operatorMounts(packId: string, { readable, writable }: JailSettings, hidden: Hidden): JailMount[] {
  return [
    ...readable.map((path) => mountOf(path, { packId, setting: 'readable', hidden })),
    ...writable.map((path) => mountOf(path, { packId, setting: 'writable', hidden })),
  ];
}
