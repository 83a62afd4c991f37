import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { HcpError, type ApprovedCall } from '@hcp/pipeline';
import type { HostUser } from './jail-settings.js';
import { openTemporaryFolder } from './temporary-folder.js';

export interface WorkFolders {
  /** Kept between the calls of one pack, tenant and principal. */
  readonly home: string;
  /** Of this call alone; the caller removes it. Absent where the call has a `/tmp` of its own. */
  readonly temporary?: string;
}

export interface WorkPlace {
  /** Absolute. */
  readonly root: string;
  /** Owner every folder must have. */
  readonly uid: number | undefined;
  /** SHA-256 of the UTF-8 form, lower-case hex; that of `node:crypto` unless given. */
  readonly sha256Hex?: ((text: string) => string) | undefined;
  /** `false` where the call has a `/tmp` of its own. */
  readonly temporary?: boolean;
  /** Whom programs run as when that is someone else: `HOME` and `TMPDIR` are theirs. */
  readonly user?: HostUser | undefined;
}

/** One path segment that stays where it is put; begins with a letter or digit, so `.tmp` collides with no pack. */
const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** The temporary folder of a call: near the root, because a socket's path may have 107 bytes only. Errors: `work_folder`. */
export function temporaryFolder(root: string, callId: string): string {
  if (!SEGMENT.test(callId)) throw new HcpError('work_folder', 'the call id cannot name a temporary folder');
  return join(root, '.tmp', callId);
}

export const sha256HexOfNode = (text: string): string => process.getBuiltinModule('node:crypto').hash('sha256', text);

function isMissing(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined;
}

function makeFolder(path: string): Stats {
  // One by one: a recursive mkdir of Node never returns where a folder that is there takes no others, as /proc does.
  const above = dirname(path);
  if (isMissing(above)) makeOrFind(above);
  mkdirSync(path, 0o700);
  return lstatSync(path);
}

/** Two calls may make the same folder at once: losing that race is fine, finding something else there is not. */
function makeOrFind(path: string): Stats {
  try {
    return makeFolder(path);
  } catch (error) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) throw error;
    return found;
  }
}

function ensurePrivateFolder(path: string, uid: number | undefined): void {
  const stat = lstatSync(path, { throwIfNoEntry: false }) ?? makeOrFind(path);
  if (stat.isSymbolicLink()) throw new HcpError('work_folder', `work folder ${path} is a symlink; remove it`);
  if (!stat.isDirectory()) throw new HcpError('work_folder', `work folder ${path} is not a folder; remove it`);
  if (uid !== undefined && stat.uid !== uid) {
    throw new HcpError('work_folder', `work folder ${path} belongs to user ${stat.uid}, not to user ${uid}; remove it`);
  }
  if ((stat.mode & 0o777) !== 0o700) chmodSync(path, 0o700);
}

/** A `HOME` that holds files of one user is not another's: what is in it could not be written any more. */
function giveHome(path: string, uid: number | undefined, user: HostUser): void {
  const stat = lstatSync(path, { throwIfNoEntry: false }) ?? makeOrFind(path);
  if (stat.isDirectory() && stat.uid === uid) {
    if (readdirSync(path).length > 0) {
      throw new HcpError(
        'work_folder',
        `work folder ${path} belongs to user ${stat.uid} and is not empty, so it is not given to user ${user.uid} (sandbox.user); run: chown -R ${user.uid}:${user.gid} ${path}`,
      );
    }
    chownSync(path, user.uid, user.gid);
  }
  ensurePrivateFolder(path, user.uid);
}

/**
 * Makes what is missing of `HOME` and `TMPDIR`, each level below the root included, and refuses symlinks and foreign
 * owners (profile P3). A looser mode is tightened to 0700. Errors: `work_folder`, and what the system says.
 */
export function openWorkFolders(
  { root, uid, user, temporary: wanted = true, sha256Hex = sha256HexOfNode }: WorkPlace,
  call: Pick<ApprovedCall, 'callId' | 'packId' | 'tenant' | 'principalId'>,
): WorkFolders {
  if (!SEGMENT.test(call.packId)) throw new HcpError('work_folder', 'the pack id cannot name a work folder');
  const temporary = temporaryFolder(root, call.callId);
  const pack = join(root, call.packId);
  // A JSON array keeps ("a", "bc") apart from ("ab", "c").
  const home = join(pack, sha256Hex(JSON.stringify([call.tenant, call.principalId])).slice(0, 32));
  for (const folder of [root, pack]) ensurePrivateFolder(folder, uid);
  if (user === undefined || user.uid === uid) ensurePrivateFolder(home, uid);
  else giveHome(home, uid, user);
  if (!wanted) return { home };
  ensurePrivateFolder(dirname(temporary), uid);
  openTemporaryFolder({ home, temporary }, uid);
  return { home, temporary };
}
