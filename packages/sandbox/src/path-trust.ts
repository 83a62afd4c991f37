import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PathHop } from './walk-path.js';

/** Whose files may be started (profile P9). */
export interface TrustRule {
  readonly operatorUid: number;
  /** Real paths; a folder stands for everything below it. */
  readonly accepted: readonly string[];
}

export interface Distrust {
  readonly path: string;
  /** What is wrong, the path first. */
  readonly reason: string;
  /** What the operator can do about it. */
  readonly fix: string;
}

export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, '0');
}

function isAccepted(path: string, rule: TrustRule): boolean {
  return rule.accepted.some((folder) => isBelow(path, folder));
}

function folderOf(hop: PathHop): string {
  return hop.kind === 'folder' ? hop.path : dirname(hop.path);
}

function acceptFix(hop: PathHop): string {
  return `hcp install --accept-path ${folderOf(hop)} <pack folder> (with --update when it is installed)`;
}

/** The first thing on the way that someone other than root or the operator could replace; `undefined` when there is none. */
export function findDistrust(hops: readonly PathHop[], rule: TrustRule): Distrust | undefined {
  for (const hop of hops) {
    if (isAccepted(hop.path, rule)) continue;
    const { uid, mode } = hop.stat;
    if (uid !== 0 && uid !== rule.operatorUid) {
      const reason = `${hop.path} belongs to user ${uid}, neither root nor the operator (user ${rule.operatorUid})`;
      return { path: hop.path, reason, fix: `change its owner, or accept it with: ${acceptFix(hop)}` };
    }
    // A symlink's own mode means nothing; in a sticky folder only an entry's owner can replace the entry.
    const sticky = hop.kind === 'folder' && (mode & 0o1000) !== 0;
    if (hop.kind !== 'symlink' && (mode & 0o002) !== 0 && !sticky) {
      const reason = `${hop.path} is writable by everyone (mode ${octal(mode)})`;
      return { path: hop.path, reason, fix: `run: chmod o-w ${hop.path}, or accept it with: ${acceptFix(hop)}` };
    }
  }
  return undefined;
}

/** Primary groups by user as `/etc/passwd` lists them; empty where it cannot be read. */
export function readPrimaryGroups(passwdFile = '/etc/passwd'): ReadonlyMap<number, number> {
  const groups = new Map<number, number>();
  let text: string;
  try {
    text = readFileSync(passwdFile, 'utf8');
  } catch {
    return groups;
  }
  for (const line of text.split('\n')) {
    const [, , uid, gid] = line.split(':');
    if (uid !== undefined && gid !== undefined && /^\d+$/.test(uid)) groups.set(Number(uid), Number(gid));
  }
  return groups;
}

/**
 * One line for each thing on the way that a group other than its owner's primary one may write to. An owner whom
 * `/etc/passwd` does not list is taken to have a private group of the same number.
 */
export function findGroupWarnings(
  hops: readonly PathHop[],
  rule: TrustRule,
  primaryGroups: ReadonlyMap<number, number>,
): string[] {
  return hops
    .filter(({ kind, path, stat }) => kind !== 'symlink' && (stat.mode & 0o020) !== 0 && !isAccepted(path, rule))
    .filter(({ kind, stat }) => !(kind === 'folder' && (stat.mode & 0o1000) !== 0))
    .filter(({ stat }) => stat.gid !== (primaryGroups.get(stat.uid) ?? stat.uid))
    .map(
      ({ path, stat }) =>
        `${path} is writable by group ${stat.gid}, not the primary group of its owner (user ${stat.uid}, mode ${octal(stat.mode)}); run: chmod g-w ${path}`,
    );
}
