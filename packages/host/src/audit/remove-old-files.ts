import { closeSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { flushFolder } from '../home/private-folder.js';
import type { AuditRetention } from './audit.js';
import { damaged, unwritable } from './audit-error.js';
import type { GroupCommit } from './group-commit.js';
import { listLogFiles, logFileName, logFileSize, openForReading } from './log-files.js';
import { readLines, readLinesBackwards } from './read-lines.js';
import { draftRecord } from './record-draft.js';
import { readRecord, type StoredRecord } from './record-line.js';
import type { RemovedFile } from './removed-file.js';

export interface Retained {
  readonly directory: string;
  readonly now: () => Date;
  readonly commit: GroupCommit;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Removes the oldest whole files that a retention rule lets go; the newest always stays. One flushed `admin` record
 * names each of them and the hash it ended with, so that `verify` accepts this gap and no other (profile P8).
 * @throws TypeError for a rule that says nothing or a number below 1.
 */
export async function removeOldFiles(log: Retained, retention: AuditRetention): Promise<readonly string[]> {
  const { directory, now, commit } = log;
  checkRetention(retention);
  let removed: readonly RemovedFile[] = [];
  await commit.submit({
    records: [],
    durability: 'named',
    plan: () => {
      removed = filesToRemove(directory, retention, now());
      return removed.length === 0
        ? []
        : [draftRecord({ event: 'admin', details: { action: 'retention', removed } }, null)];
    },
    afterwards: () => unlinkAll(directory, removed),
  });
  return removed.map(({ file }) => file);
}

function checkRetention({ keepDays, keepFiles }: AuditRetention): void {
  const given = [keepDays, keepFiles].filter((value) => value !== undefined);
  if (given.length === 0 || given.some((value) => !(Number.isFinite(value) && value >= 1))) {
    throw new TypeError('retention must give keepDays or keepFiles, each a number of at least 1');
  }
}

function filesToRemove(directory: string, retention: AuditRetention, now: Date): readonly RemovedFile[] {
  const { keepDays = Infinity, keepFiles = Infinity } = retention;
  const numbers = listLogFiles(directory);
  const removed: RemovedFile[] = [];
  for (const [index, number] of numbers.slice(0, -1).entries()) {
    const ends = endsOf(directory, logFileName(number));
    const age = now.getTime() - Date.parse(String(ends.last.values['ts']));
    if (numbers.length - index <= keepFiles && age <= keepDays * dayMs) break;
    removed.push({
      file: logFileName(number),
      first_seq: ends.first.seq,
      last_seq: ends.last.seq,
      last_hash: ends.last.hash,
    });
  }
  return removed;
}

function endsOf(directory: string, name: string): { readonly first: StoredRecord; readonly last: StoredRecord } {
  const path = join(directory, name);
  const descriptor = openForReading(directory, name);
  try {
    const size = logFileSize(directory, name) ?? 0;
    const [firstLine] = readLines(descriptor, 0, size);
    const [lastLine] = readLinesBackwards(descriptor, size);
    const first = firstLine?.complete === true ? readRecord(firstLine.bytes) : undefined;
    const last = lastLine === undefined ? undefined : readRecord(lastLine);
    if (first === undefined || last === undefined) throw damaged(path, 'does not begin and end with a record');
    return { first, last };
  } finally {
    closeSync(descriptor);
  }
}

function unlinkAll(directory: string, removed: readonly RemovedFile[]): void {
  try {
    for (const { file } of removed) unlinkSync(join(directory, file));
    if (removed.length > 0) flushFolder(directory);
  } catch (cause) {
    throw unwritable(directory, cause);
  }
}
