import type { HomeFolder } from '../home/home-folder.js';
import { requireWritable } from '../home/require-writable.js';
import { reasonOf, systemErrorCode } from '../home/system-error.js';
import type { Finding } from '../host.js';
import { problem } from './finding.js';

const fixes: ReadonlyMap<string | undefined, string> = new Map([
  ['EROFS', 'Its file system is read-only: mount it writable, or set HCP_HOME to a folder on one that is.'],
  ['ENOSPC', 'Free space on its disk.'],
  ['EDQUOT', 'Free space of your quota.'],
]);

const examineWriting = (subject: string, folder: string): readonly Finding[] => {
  try {
    requireWritable(folder);
    return [];
  } catch (error) {
    const fix = fixes.get(systemErrorCode(error)) ?? `Make it writable for you: chmod 0700 ${folder}`;
    return [problem(subject, `${folder} cannot be written, so no call runs: ${reasonOf(error)}`, fix)];
  }
};

/**
 * Whether a call could use this folder of the home: none of it where it is not made yet. Throws `HcpError` for one
 * that is refused.
 */
export const examineFolder = (home: HomeFolder, subject: string, folder: string): readonly Finding[] =>
  home.check(folder) ? examineWriting(subject, folder) : [];
