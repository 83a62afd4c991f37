import { closeSync, fstatSync, readSync } from 'node:fs';
import { headFile, type AuditHead, type ChainEnd } from './audit-head.js';
import { cut, damaged } from './audit-error.js';
import { logFileSize, nextLogFileName } from './log-files.js';
import { makeLog, openLog, type OpenLog, sizeInPlace } from './open-log.js';
import { readLines } from './read-lines.js';
import { readRecord } from './record-line.js';

/** What stands behind the last good record: the trace of a crash in the middle of writing. */
export interface TornTail {
  readonly from: number;
  readonly to: number;
}

export interface FoundEnd {
  readonly log: OpenLog;
  readonly torn: TornTail | undefined;
}

/**
 * Follows the chain from the head, or from where this process left it, to its end in the newest file; the caller
 * holds the lock. Good records beyond the head are those of other writers or of a crash and are accepted.
 * @throws HcpError `audit_cut` for a log behind its head (profile P8), `audit_damaged` for one that was replaced.
 */
export function findChainEnd(directory: string, head: AuditHead, known: OpenLog | undefined): FoundEnd {
  let log = startingLog(directory, head, known);
  try {
    for (;;) {
      const size = sizeOf(log);
      const bad = follow(log, size);
      const next = nextLogFileName(log.end.file);
      if (logFileSize(directory, next) === undefined) {
        return { log, torn: bad === undefined ? undefined : { from: bad, to: size } };
      }
      if (bad !== undefined) throw damaged(log.path, `holds a bad record at byte ${bad}`);
      const following = openFollowing(directory, log.end);
      if (log !== known) closeSync(log.descriptor);
      log = following;
    }
  } catch (cause) {
    if (log !== known) closeSync(log.descriptor);
    throw cause;
  }
}

function openFollowing(directory: string, { file, seq, hash }: ChainEnd): OpenLog {
  const next = nextLogFileName(file);
  const log = openLog(directory, { file: next, seq, hash, start: 0, end: 0 });
  if (log === undefined) throw cut(directory, `${next} is missing`);
  return log;
}

function startingLog(directory: string, head: AuditHead, known: OpenLog | undefined): OpenLog {
  if (known !== undefined && known.end.seq >= head.seq) {
    if (known.end.seq === head.seq && known.end.hash !== head.hash) {
      throw damaged(headFile(directory), `names another record ${head.seq} than the log holds`);
    }
    return known;
  }
  const { file, seq, hash, start, end } = head;
  const log = openLog(directory, { file, seq, hash, start, end });
  if (log === undefined) {
    if (seq > 0) throw cut(directory, `${file} is missing and held record ${seq}`);
    return makeLog(directory, { file, seq, hash, start, end });
  }
  try {
    if (seq > 0) checkRecordAt(log);
  } catch (cause) {
    closeSync(log.descriptor);
    throw cause;
  }
  return log;
}

/** A head that names a record which is not there: the log was cut, or written anew. */
function checkRecordAt(log: OpenLog): void {
  const { seq, hash, start, end } = log.end;
  const size = fstatSync(log.descriptor).size;
  if (size < end) throw cut(log.path, `it has ${size} bytes and record ${seq} ended at byte ${end}`);
  const bytes = Buffer.alloc(Math.max(end - start, 0));
  readSync(log.descriptor, bytes, 0, bytes.length, start);
  const record = bytes.at(-1) === 0x0a ? readRecord(bytes.subarray(0, -1)) : undefined;
  if (record?.seq !== seq || record.hash !== hash) {
    throw damaged(log.path, `does not hold record ${seq} at byte ${start} as its head says`);
  }
}

function sizeOf(log: OpenLog): number {
  const size = sizeInPlace(log);
  if (size === undefined) throw damaged(log.path, 'was removed or replaced while it was in use');
  if (size < log.end.end)
    throw cut(log.path, `it has ${size} bytes and record ${log.end.seq} ended at byte ${log.end.end}`);
  return size;
}

/** Moves the end over every good record up to `size`; answers where a bad one begins. */
function follow(log: OpenLog, size: number): number | undefined {
  for (const line of readLines(log.descriptor, log.end.end, size)) {
    const record = line.complete ? readRecord(line.bytes) : undefined;
    if (record?.seq !== log.end.seq + 1 || record.prev !== log.end.hash) return line.start;
    log.end = endBehind(log.end.file, record, line);
  }
  return log.end.end < size ? log.end.end : undefined;
}

function endBehind(
  file: string,
  record: { readonly seq: number; readonly hash: string },
  line: { readonly start: number; readonly end: number },
): ChainEnd {
  return { file, seq: record.seq, hash: record.hash, start: line.start, end: line.end };
}
