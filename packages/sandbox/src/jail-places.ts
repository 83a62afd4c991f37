import { realpathSync } from 'node:fs';
import { HcpError } from '@hcp/pipeline';
import type { Hidden } from './jail-exposure.js';
import { isBelow } from './path-trust.js';

/** What is the jail's own inside; nothing of the host stands in its stead. */
const PREPARED = ['/etc', '/proc', '/dev', '/tmp'];
/** What the machine and its services keep; no program is installed there. */
const STATE = ['/etc', '/run', '/var', '/proc', '/sys', '/dev', '/boot'];
/** Folders of everybody's folders. */
const GATHERINGS = ['/', '/tmp', '/root', '/home', '/opt', '/srv', '/mnt', '/media'];

function refuse(what: string, path: string, why: string): never {
  throw new HcpError('jail_exposes', `${what} ${path}, ${why}`);
}

function allow(path: string): string {
  return `to show it that: hcp config set packs.<id>.readable '${JSON.stringify([path])}'`;
}

/** Refuses to put a folder of the host at or above what is made anew inside. Errors: `jail_exposes`. */
export function requireApart(what: string, path: string): void {
  const hidden = PREPARED.find((prepared) => isBelow(prepared, path));
  if (hidden !== undefined) refuse(what, path, `which would stand in the place of the jail's own ${hidden}; move it`);
}

function isInOperatorHome(path: string, { operatorHome }: Hidden): boolean {
  if (operatorHome === undefined) return false;
  try {
    return isBelow(path, realpathSync(operatorHome));
  } catch {
    return false;
  }
}

/**
 * Refuses to show a folder because of a program that lies in it, where it is the machine's own and not the program's.
 * A home may lie below `/var`, and what is installed in it is the operator's. Errors: `jail_exposes`, with the setting
 * by which the operator allows it.
 */
export function requireOwnPlace(what: string, path: string, hidden: Hidden): void {
  if (GATHERINGS.includes(path)) refuse(what, path, `which holds what others keep; ${allow(path)}`);
  const state = STATE.find((folder) => isBelow(path, folder));
  if (state === undefined || isInOperatorHome(path, hidden)) return;
  refuse(what, path, `which lies in ${state}, where the machine keeps its own; ${allow(path)}`);
}
