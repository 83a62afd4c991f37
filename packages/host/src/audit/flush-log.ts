import { fdatasync, fdatasyncSync } from 'node:fs';
import { writeHead } from './audit-head.js';
import { type LogState, noteWrittenHead } from './log-state.js';
import type { OpenLog } from './open-log.js';
import { monotonicNow } from '../monotonic-now.js';
import { bootId } from './process-identity.js';

/**
 * A flush shorter than this is waited for: a round trip through the thread pool would cost as much again, and what is
 * asked meanwhile shares the next flush either way. A slower disk flushes in the background, so that the process goes on.
 */
const slowFlushMs = 2;

/** Puts the log on disk, then moves its head; the caller holds the lock. */
export async function flushLog(state: LogState, log: OpenLog): Promise<void> {
  await flushBeforeHead(state, log);
  moveDueHead(state);
}

/**
 * Puts the log on disk and leaves the head where it is, to be moved by {@link moveDueHead}: until then the log is ahead
 * of its head, as behind a crash.
 */
export async function flushBeforeHead(state: LogState, log: OpenLog): Promise<void> {
  const started = monotonicNow();
  if (state.flushMs > slowFlushMs) await flushInBackground(log.descriptor);
  else fdatasyncSync(log.descriptor);
  state.flushMs += (monotonicNow() - started - state.flushMs) / 4;
  const boot = bootId();
  const { head } = state;
  // A flush that follows a reboot is the one of the first records since.
  const boot_seq = head?.boot_id === boot ? head.boot_seq : (head?.seq ?? 0) + 1;
  state.dueHead = { ...log.end, boot_id: boot, boot_seq };
  state.unflushedSeq = 0;
}

/** Moves the head to what this process has flushed, unless it is further already; the caller holds the lock and has caught up. */
export function moveDueHead(state: LogState): void {
  const { dueHead: due, head } = state;
  if (due !== undefined && (head === undefined || head.seq < due.seq)) {
    noteWrittenHead(state, due, writeHead(state.directory, due, state.spareHead));
  }
  state.dueHead = undefined;
}

async function flushInBackground(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(descriptor, (cause) => {
      if (cause === null) resolve();
      else reject(cause);
    });
  });
}
