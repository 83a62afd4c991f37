import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { monotonicNow } from './monotonic-now.js';
import { readState } from './process-table.js';

/** Milliseconds the kernel has to clear a jail away whose head was killed. */
const PATIENCE = 5000;
const BUSY_LOOKS = 30;

/**
 * Waits until process 1 of a jail is gone, which it is only after everything else in there (pid_namespaces(7)). `false`
 * when it is not in time.
 */
export async function jailIsGone(first: number): Promise<boolean> {
  const started = readState(first)?.startTime;
  const deadline = monotonicNow() + PATIENCE;
  for (let looks = 0; started !== undefined; looks += 1) {
    const state = readState(first);
    if (state === undefined || state.inert || state.startTime !== started) return true;
    if (monotonicNow() > deadline) return false;
    await (looks < BUSY_LOOKS ? setImmediate() : delay(1));
  }
  return true;
}
