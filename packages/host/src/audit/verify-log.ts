import { setImmediate } from 'node:timers/promises';
import { HcpError } from '@hcp/pipeline';
import { systemErrorCode } from '../home/system-error.js';
import type { AuditVerification } from '../host.js';
import { type AuditHead, parseHead } from './audit-head.js';
import { checkEnd } from './check-end.js';
import { type ChainCheck, checkLine, checkNextFile, makeChainCheck } from './chain-check.js';
import { type LogSnapshot, type LogSource, readSnapshotFile, takeSnapshot } from './log-snapshot.js';

/** Lines between two turns of the event loop: a daemon goes on answering. */
const linesPerTurn = 500;

/**
 * Reads the whole log, in bounded memory and while others go on writing, and names the first record that was
 * changed, removed, reordered, inserted or cut off, by file and line (profile P8).
 */
export async function verifyLog(source: LogSource, expectedHead?: string): Promise<AuditVerification> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await verifySnapshot(source, await takeSnapshot(source), expectedHead);
    } catch (cause) {
      if (cause instanceof HcpError && cause.code === 'audit_damaged') return unreadable(cause.message);
      // A retention run has removed a file of the snapshot: look again.
      if (systemErrorCode(cause) !== 'ENOENT' || attempt === 3) throw cause;
    }
  }
}

const unreadable = (problem: string): AuditVerification => ({
  ok: false,
  records: 0,
  head: null,
  problem,
  open_calls: [],
});

async function verifySnapshot(
  source: LogSource,
  snapshot: LogSnapshot,
  expectedHead: string | undefined,
): Promise<AuditVerification> {
  const head = readHead(source.directory, snapshot);
  const check = makeChainCheck(typeof head === 'string' ? undefined : head, expectedHead);
  const problem = (await checkFiles(source, snapshot, check)) ?? (typeof head === 'string' ? head : checkEnd(check));
  return {
    ok: problem === undefined,
    records: check.records,
    head: check.records === 0 ? null : check.hash,
    problem: problem ?? null,
    open_calls: [...check.openCalls],
  };
}

/** The head, `undefined` for a log without records, or what is wrong with it. */
function readHead(directory: string, { headBytes, files }: LogSnapshot): AuditHead | undefined | string {
  if (headBytes === undefined) {
    return files.length === 0
      ? undefined
      : 'head.json is missing: whether the end of the log was cut off cannot be told';
  }
  try {
    return parseHead(directory, headBytes);
  } catch (cause) {
    if (cause instanceof HcpError) return cause.message;
    throw cause;
  }
}

async function checkFiles(
  { directory, onNotice }: LogSource,
  { files }: LogSnapshot,
  check: ChainCheck,
): Promise<string | undefined> {
  for (const file of files) {
    const gap = checkNextFile(check, file);
    if (gap !== undefined) return gap;
    let line = 0;
    for (const stretch of readSnapshotFile(directory, file)) {
      line += 1;
      if (!stretch.complete && isUnfinished(check) && file === files.at(-1)) {
        onNotice(`audit: ${file.name} ends in an unfinished record; the next one written heals it`);
        break;
      }
      const problem = stretch.complete ? checkLine(check, stretch.bytes) : 'is cut off in the middle';
      if (problem !== undefined) return `${file.name} line ${line} ${problem}`;
      if (line % linesPerTurn === 0) await setImmediate();
    }
  }
  return undefined;
}

/** A crash leaves its trace behind the newest flushed record and nowhere else. */
function isUnfinished({ head, seq }: ChainCheck): boolean {
  return head !== undefined && seq >= head.seq;
}
