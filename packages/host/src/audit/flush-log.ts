import { fdatasync, fdatasyncSync } from 'node:fs';
import { writeHead } from './audit-head.js';
import { type LogState, setHead } from './log-state.js';
import type { OpenLog } from './open-log.js';
import { bootId } from './process-identity.js';

/** A disk that flushes in less than this is faster than a round trip through the thread pool is worth. */
const slowFlushMs = 1;

/** Puts the log on disk, then moves its head; the caller holds the lock. */
export async function flushLog(state: LogState, log: OpenLog): Promise<void> {
  const started = performance.now();
  if (state.slowDisk) await flushInBackground(log.descriptor);
  else fdatasyncSync(log.descriptor);
  state.slowDisk = performance.now() - started > slowFlushMs;
  const boot = bootId();
  const { head } = state;
  // A flush that follows a reboot is the one of the first records since.
  const boot_seq = head?.boot_id === boot ? head.boot_seq : (head?.seq ?? 0) + 1;
  const moved = { ...log.end, boot_id: boot, boot_seq };
  setHead(state, moved, writeHead(state.directory, moved));
  state.unflushedSeq = 0;
}

async function flushInBackground(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(descriptor, (cause) => {
      if (cause === null) resolve();
      else reject(cause);
    });
  });
}
