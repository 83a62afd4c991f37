import { closeSync } from 'node:fs';
import { damaged } from './audit-error.js';
import { type AuditHead, headFile, parseHead, readHeadBytes, writeHead } from './audit-head.js';
import { findChainEnd } from './find-chain-end.js';
import { listLogFiles, logFileName, logFileSize, nextLogFileName } from './log-files.js';
import { type LogState, noteWrittenHead } from './log-state.js';
import { type OpenLog, sizeInPlace } from './open-log.js';
import { bootId } from './process-identity.js';
import { draftRecord } from './record-draft.js';
import type { FieldTexts } from './record-fields.js';
import { noHash } from './record-line.js';
import { healTornTail } from './torn-tail.js';

export interface CaughtUp {
  readonly log: OpenLog;
  /** Records for calls that a reboot ended. */
  readonly interrupted: readonly FieldTexts[];
}

/** Brings what this process knows up to what the files say, which other processes write too; the caller holds the lock. */
export async function catchUp(state: LogState): Promise<CaughtUp> {
  const head = currentHead(state);
  const rebooted = head.boot_id !== bootId();
  if (state.log === undefined || rebooted || !isUnchanged(state, state.log, head)) findEnd(state, head);
  const { log } = state;
  if (log === undefined) throw new TypeError('the end of the audit log has not been found');
  if (!rebooted) return { log, interrupted: [] };
  const { callsEndedByReboot } = await import('./calls-ended-by-reboot.js');
  return { log, interrupted: callsEndedByReboot(state.directory, head.boot_seq) };
}

function currentHead(state: LogState): AuditHead {
  const { directory } = state;
  const bytes = readHeadBytes(directory);
  if (bytes !== undefined && state.head !== undefined && state.headBytes?.equals(bytes)) return state.head;
  if (bytes !== undefined) {
    state.head = parseHead(directory, bytes);
    state.headBytes = bytes;
    return state.head;
  }
  if (state.log !== undefined || listLogFiles(directory).length > 0) {
    throw damaged(headFile(directory), 'is missing beside a log that holds records');
  }
  // The head stands before the first record: from here on, a missing head is never a crash.
  const first = { file: logFileName(1), seq: 0, hash: noHash, start: 0, end: 0, boot_id: bootId(), boot_seq: 1 };
  noteWrittenHead(state, first, writeHead(directory, first, state.spareHead));
  return first;
}

function isUnchanged(state: LogState, log: OpenLog, head: AuditHead): boolean {
  const { end } = log;
  const headIsKnown = head.seq < end.seq || (head.seq === end.seq && head.hash === end.hash);
  const isWhole = headIsKnown && sizeInPlace(log) === end.end;
  return isWhole && logFileSize(state.directory, nextLogFileName(end.file)) === undefined;
}

function findEnd(state: LogState, head: AuditHead): void {
  const { directory, log: known } = state;
  const { log, torn } = findChainEnd(directory, head, known);
  if (known !== undefined && known !== log) closeSync(known.descriptor);
  state.log = log;
  if (torn === undefined) return;
  const details = healTornTail(directory, log, torn);
  state.pending = [...state.pending, draftRecord({ event: 'recovery', details: { ...details } }, null)];
  state.onNotice(
    `audit: ${log.path} ended in ${details.bytes} bytes of an unfinished record, kept in ${details.kept_in}`,
  );
}
