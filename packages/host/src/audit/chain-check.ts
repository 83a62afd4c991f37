import type { AuditHead } from './audit-head.js';
import { logFileName } from './log-files.js';
import type { SnapshotFile } from './log-snapshot.js';
import { noHash, readRecord, type StoredRecord } from './record-line.js';
import { type RemovedFile, removedFilesOf } from './removed-file.js';

/** What reading the log from its first line has shown so far. */
export interface ChainCheck {
  readonly head: AuditHead | undefined;
  readonly expectedHead: string | undefined;
  file: SnapshotFile | undefined;
  records: number;
  seq: number;
  hash: string;
  /** The first record there is and its file's number; records before it need a sign-off. */
  first: { readonly seq: number; readonly prev: string; readonly fileNumber: number } | undefined;
  hashAtHead: string | undefined;
  expectedHeadFound: boolean;
  readonly openCalls: Set<string>;
  readonly signedOff: Map<number, RemovedFile>;
}

export function makeChainCheck(head: AuditHead | undefined, expectedHead: string | undefined): ChainCheck {
  return {
    head,
    expectedHead,
    file: undefined,
    records: 0,
    seq: 0,
    hash: noHash,
    first: undefined,
    hashAtHead: undefined,
    expectedHeadFound: false,
    openCalls: new Set(),
    signedOff: new Map(),
  };
}

/** Goes on to the next file; answers what is wrong when one is missing in between. */
export function checkNextFile(check: ChainCheck, file: SnapshotFile): string | undefined {
  const before = check.file;
  check.file = file;
  return before === undefined || file.number === before.number + 1
    ? undefined
    : `${logFileName(before.number + 1)} is missing`;
}

/** Takes the next line; answers what is wrong with it, to be read behind its file and line number. */
export function checkLine(check: ChainCheck, bytes: Buffer): string | undefined {
  const record = readRecord(bytes);
  if (record === undefined) return `has been changed: it is not record ${check.seq + 1} as it was written`;
  if (check.first === undefined) start(check, record);
  if (record.seq > check.seq + 1) {
    return `holds record ${record.seq}: record ${check.seq + 1} is missing before it or stands elsewhere`;
  }
  if (record.seq <= check.seq) return `holds record ${record.seq} again or out of order, after record ${check.seq}`;
  if (record.prev !== check.hash) return `holds a record ${record.seq} that does not follow the record before it`;
  take(check, record);
  return undefined;
}

/** Older files may have been signed off; the sign-off stands later in the log. */
function start(check: ChainCheck, { seq, prev }: StoredRecord): void {
  check.first = { seq, prev, fileNumber: check.file?.number ?? 0 };
  if (check.first.fileNumber === 1) return;
  check.seq = seq - 1;
  check.hash = prev;
}

function take(check: ChainCheck, record: StoredRecord): void {
  check.records += 1;
  check.seq = record.seq;
  check.hash = record.hash;
  if (record.seq === check.head?.seq) check.hashAtHead = record.hash;
  if (record.hash === check.expectedHead) check.expectedHeadFound = true;
  for (const removed of removedFilesOf(record)) check.signedOff.set(removed.last_seq, removed);
  const { event, call_id: callId } = record.values;
  if (typeof callId !== 'string') return;
  if (event === 'intent') check.openCalls.add(callId);
  else if (event === 'outcome' || event === 'recovery' || event === 'denial') check.openCalls.delete(callId);
}
