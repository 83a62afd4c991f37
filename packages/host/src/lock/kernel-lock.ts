import { resolve } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import { monotonicNow } from '../monotonic-now.js';
import { type LockHandle, openLockHandle } from './lock-handle.js';
import { type TurnQueue, makeTurnQueue } from './turn-queue.js';

export interface KernelLockOptions {
  /** Milliseconds to wait for the lock, both inside this process and for other ones. Default 30,000: many processes on a busy machine may queue that long. */
  readonly waitMs?: number;
}

interface LockState {
  readonly file: string;
  readonly turns: TurnQueue;
  handle: LockHandle | undefined;
}

const states = new Map<string, LockState>();

/** Attempts between turns of the event loop before the wait falls back to timers: a short hold is over by then. */
const eagerAttempts = 8;
const longestPauseMs = 8;

/**
 * Runs `action` while this process alone, on this machine, holds the lock `file`; first come, first served inside the process.
 * The kernel releases the lock when its holder dies, so a dead holder never blocks (profile P10). The file is made 0600
 * and stays empty; its folder must exist. Not reentrant: an action that asks for its own lock waits until `waitMs` is over.
 * @throws HcpError `lock_busy` when the wait is over; `lock_unusable` when the file cannot serve as a lock.
 */
export async function withKernelLock<T>(
  file: string,
  action: () => Promise<T> | T,
  options: KernelLockOptions = {},
): Promise<T> {
  const waitMs = options.waitMs ?? 30_000;
  const deadline = monotonicNow() + waitMs;
  const state = stateOf(resolve(file));
  if (!(await state.turns.enter(waitMs))) throw busy(state.file, waitMs);
  try {
    const handle = await acquire(state, deadline);
    if (handle === undefined) throw busy(state.file, waitMs);
    try {
      return await action();
    } finally {
      handle.release();
    }
  } finally {
    state.turns.leave();
    if (states.get(state.file) !== state && state.turns.isIdle()) closeHandle(state);
  }
}

/** Closes every lock file; one that is held is closed when its action ends. A later use opens its file again. */
export function closeKernelLocks(): void {
  for (const state of states.values()) {
    states.delete(state.file);
    if (state.turns.isIdle()) closeHandle(state);
  }
}

function stateOf(file: string): LockState {
  let state = states.get(file);
  if (state === undefined) {
    state = { file, turns: makeTurnQueue(), handle: undefined };
    states.set(file, state);
  }
  return state;
}

/** `undefined` when the deadline passes first. */
async function acquire(state: LockState, deadline: number): Promise<LockHandle | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    const handle = tryAcquire(state);
    if (handle !== undefined) return handle;
    if (monotonicNow() >= deadline) return undefined;
    await pause(attempt);
  }
}

function tryAcquire(state: LockState): LockHandle | undefined {
  state.handle ??= openLockHandle(state.file);
  const handle = state.handle;
  try {
    if (!handle.tryAcquire()) return undefined;
  } catch (cause) {
    closeHandle(state);
    throw cause;
  }
  // A file removed or replaced since it was opened excludes nobody who comes by the path: start over with the new one.
  if (handle.isCurrent()) return handle;
  closeHandle(state);
  return undefined;
}

async function pause(attempt: number): Promise<void> {
  if (attempt < eagerAttempts) return new Promise((done) => setImmediate(done));
  const ceiling = Math.min(longestPauseMs, 1 + attempt - eagerAttempts);
  return new Promise((done) => setTimeout(done, 1 + Math.random() * ceiling));
}

function closeHandle(state: LockState): void {
  const { handle } = state;
  state.handle = undefined;
  handle?.close();
}

function busy(file: string, waitMs: number): HcpError {
  return new HcpError(
    'lock_busy',
    `lock ${file} was held by someone else for ${waitMs} ms; try again, or find the process that does not let go of it`,
  );
}
