import { lstatSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { HomeFolder } from '../home/home-folder.js';
import { withKernelLock } from '../lock/kernel-lock.js';
import type { Finding } from '../host.js';
import { examineFolder } from './examine-folder.js';
import { fine, warning } from './finding.js';

/** File systems whose locks other machines may not see, by the number the kernel gives them. */
const sharedFileSystems: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9P'],
  [0x65735546, 'FUSE'],
  [0x00c36400, 'Ceph'],
]);

const lockWaitMs = 2_000;

const examineAbove = (home: HomeFolder): readonly Finding[] => {
  const above = dirname(home.layout.root);
  const { mode, uid } = lstatSync(above);
  const open = (mode & 0o002) !== 0 && (mode & 0o1000) === 0;
  const foreign = uid !== 0 && uid !== process.geteuid?.();
  return open || foreign
    ? [
        warning(
          'home',
          `${above}, the folder of the home, ${open ? 'is writable by everyone' : `belongs to user ${uid}`}: others can move the home away`,
          'Set HCP_HOME to a path below a folder of your own.',
        ),
      ]
    : [];
};

const examineFileSystem = (root: string): readonly Finding[] => {
  const shared = sharedFileSystems.get(statfsSync(root).type);
  return shared === undefined
    ? []
    : [
        warning(
          'home',
          `${root} is on ${shared}, where a lock may not hold against other machines`,
          'Set HCP_HOME to a path on a local disk, or use this home from one machine only.',
        ),
      ];
};

/** Owner, mode and file system of the home, and whether its lock can be had. Throws for a home that is refused. */
export const examineHome = async (home: HomeFolder): Promise<readonly Finding[]> => {
  const { root, stateLock, cliSessions, httpSessions, approvals, credentials, plans, work, idempotency } = home.layout;
  if (!home.check()) {
    return [fine('home', `${root} is not made yet; the first command that keeps something makes it`)];
  }
  const folders = [root, cliSessions, httpSessions, approvals, credentials, plans, work, idempotency];
  const unusable = folders.flatMap((folder) => examineFolder(home, 'home', folder));
  if (unusable.some(({ level }) => level === 'problem')) {
    return unusable;
  }
  await withKernelLock(stateLock, () => undefined, { waitMs: lockWaitMs });
  const findings = [...unusable, ...examineAbove(home), ...examineFileSystem(root)];
  return findings.length > 0 ? findings : [fine('home', `${root} is yours alone and its lock works`)];
};
