import { closeSync } from 'node:fs';
import { type ChainEnd, headFile } from './audit-head.js';
import { unwritable } from './audit-error.js';
import { catchUp } from './catch-up.js';
import { flushBeforeHead, flushLog, moveDueHead } from './flush-log.js';
import { nextLogFileName } from './log-files.js';
import type { LogState } from './log-state.js';
import { makeLog, type OpenLog, takeBack, writeWhole } from './open-log.js';
import { bootId } from './process-identity.js';
import type { FieldTexts } from './record-fields.js';
import { sealRecord } from './record-line.js';

/** `flushed`: on disk; `named`: and the newest of them named by the head, which otherwise {@link settleHead} does. */
export type Durability = 'written' | 'flushed' | 'named';

/**
 * Appends records in one write, durable ones with one flush; the caller holds the lock. All are written or none.
 * @throws HcpError naming the file and what to do.
 */
export async function appendRecords(
  state: LogState,
  records: readonly FieldTexts[],
  durability: Durability,
): Promise<void> {
  try {
    const found = await catchUp(state);
    const first = [...state.pending, ...found.interrupted];
    if (first.length + records.length === 0) return;
    const log = found.log.end.end < state.rotateBytes ? found.log : await rotate(state, found.log);
    await write(state, log, { records: [...first, ...records], durability: first.length > 0 ? 'named' : durability });
    state.pending = [];
  } catch (cause) {
    throw unwritable(state.log?.path ?? state.directory, cause);
  }
}

/** Flushes what this process has written and nobody has flushed since; the caller holds the lock. */
export async function flushRecords(state: LogState): Promise<void> {
  if (state.unflushedSeq === 0 && state.dueHead === undefined) return;
  try {
    const { log } = await catchUp(state);
    if ((state.head?.seq ?? 0) < state.unflushedSeq) await flushBeforeHead(state, log);
    state.unflushedSeq = 0;
    moveDueHead(state);
  } catch (cause) {
    throw unwritable(state.log?.path ?? state.directory, cause);
  }
}

/** Moves the head that a flush has left behind; the caller holds the lock. */
export async function settleHead(state: LogState): Promise<void> {
  if (state.dueHead === undefined) return;
  try {
    await catchUp(state);
    moveDueHead(state);
  } catch (cause) {
    throw unwritable(headFile(state.directory), cause);
  }
}

export function closeLog(state: LogState): void {
  if (state.log !== undefined) closeSync(state.log.descriptor);
  state.log = undefined;
}

async function rotate(state: LogState, full: OpenLog): Promise<OpenLog> {
  await flushLog(state, full);
  const { file, seq, hash } = full.end;
  state.log = makeLog(state.directory, { file: nextLogFileName(file), seq, hash, start: 0, end: 0 });
  closeSync(full.descriptor);
  return state.log;
}

async function write(
  state: LogState,
  log: OpenLog,
  { records, durability }: { readonly records: readonly FieldTexts[]; readonly durability: Durability },
): Promise<void> {
  const before = log.end;
  const { bytes, end } = sealAll(before, records, state.now);
  writeWhole(log, bytes);
  log.end = end;
  state.unflushedSeq = end.seq;
  // The first record of a boot makes the head one of this boot, whatever kind it is.
  const isFirstOfBoot = state.head?.boot_id !== bootId();
  if (durability === 'written' && !isFirstOfBoot) return;
  try {
    await (durability === 'flushed' && !isFirstOfBoot ? flushBeforeHead(state, log) : flushLog(state, log));
  } catch (cause) {
    state.dueHead = undefined;
    log.end = before;
    takeBack(log);
    throw cause;
  }
}

function sealAll(
  before: ChainEnd,
  records: readonly FieldTexts[],
  now: () => Date,
): { readonly bytes: Buffer; readonly end: ChainEnd } {
  let end = before;
  let text = '';
  for (const record of records) {
    const seq = end.seq + 1;
    const { line, hash } = sealRecord(record, { seq, ts: now().toISOString(), prev: end.hash });
    text += line;
    end = { file: end.file, seq, hash, start: end.end, end: end.end + Buffer.byteLength(line) };
  }
  return { bytes: Buffer.from(text), end };
}
