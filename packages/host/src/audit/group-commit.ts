import { withKernelLock } from '../lock/kernel-lock.js';
import { reasonOf } from '../home/system-error.js';
import type { LogState } from './log-state.js';
import { appendRecords, type Durability, flushRecords, settleHead } from './log-writer.js';
import type { FieldTexts } from './record-fields.js';

/** Records that wait for their turn. */
export interface Submission {
  readonly records: readonly FieldTexts[];
  /**
   * Runs under the lock, when every earlier record stands in the log, and answers the records instead. It is told
   * the number of the newest record, 0 for none.
   */
  readonly plan?: (lastSeq: number) => readonly FieldTexts[];
  readonly durability: Durability;
  /** Others are likely to come within this turn of the event loop: they are waited for, and share the write and the flush. */
  readonly inCompany?: boolean;
  /** Runs under the lock once the records are written. */
  readonly afterwards?: () => void;
}

/** One process's door to the log: what is submitted while a write is under way goes into the next one together. */
export interface GroupCommit {
  /** Resolves once the records are as durable as was asked for. */
  readonly submit: (submission: Submission) => Promise<void>;
  /** Puts everything written so far on disk. */
  readonly flush: () => Promise<void>;
  /** Runs `action` while nobody writes, in this or any other process. */
  readonly alone: <T>(action: () => T) => Promise<T>;
}

interface Entry extends Submission {
  records: readonly FieldTexts[];
  readonly resolve: () => void;
  readonly reject: (cause: unknown) => void;
}

const mostAtOnce = 256;
const idleMs = 1_000;

export function makeGroupCommit(lock: string, state: LogState): GroupCommit {
  const queue: Entry[] = [];
  let draining = false;
  let idleTimer: NodeJS.Timeout | undefined;
  let headTurn: NodeJS.Immediate | undefined;

  const flush = async (): Promise<void> => {
    clearTimeout(idleTimer);
    idleTimer = undefined;
    if (state.unflushedSeq > 0 || state.dueHead !== undefined)
      await withKernelLock(lock, async () => flushRecords(state));
  };
  const flushWhenIdle = (): void => {
    idleTimer ??= setTimeout(() => {
      flush().catch((cause: unknown) => state.onNotice(`audit: not flushed: ${reasonOf(cause)}`));
    }, idleMs).unref();
  };
  // Off the way of the call that waits for its intent: its program runs meanwhile.
  const moveHeadSoon = (): void => {
    if (headTurn !== undefined || state.dueHead === undefined) return;
    headTurn = setImmediate(() => {
      headTurn = undefined;
      withKernelLock(lock, async () => settleHead(state)).catch((cause: unknown) =>
        state.onNotice(`audit: the head is not moved: ${reasonOf(cause)}`),
      );
    });
  };
  const drain = async (): Promise<void> => {
    while (queue.length > 0) await commitNext(lock, state, queue);
    draining = false;
    if (state.unflushedSeq > 0) flushWhenIdle();
    moveHeadSoon();
  };
  return {
    submit: async (submission) =>
      new Promise((resolve, reject) => {
        queue.push({ ...submission, resolve, reject });
        if (draining) return;
        draining = true;
        if (submission.inCompany === true) setImmediate(() => void drain());
        else void drain();
      }),
    flush,
    alone: async (action) => withKernelLock(lock, action),
  };
}

/** Takes its batch only when the lock is held, so that all who waited for the lock share one write and one flush. */
async function commitNext(lock: string, state: LogState, queue: Entry[]): Promise<void> {
  let batch: readonly Entry[] = [];
  try {
    await withKernelLock(lock, async () => {
      batch = takeBatch(queue);
      for (const entry of batch) await makePlan(state, entry);
      const records = batch.flatMap((entry) => entry.records);
      if (records.length > 0) await appendRecords(state, records, strongest(batch));
      for (const entry of batch) entry.afterwards?.();
    });
    for (const entry of batch) entry.resolve();
  } catch (cause) {
    const failed = batch.length > 0 ? batch : queue.splice(0);
    for (const entry of failed) entry.reject(cause);
  }
}

const byStrength = ['named', 'flushed', 'written'] as const;

function strongest(batch: readonly Entry[]): Durability {
  return byStrength.find((one) => batch.some(({ durability }) => durability === one)) ?? 'written';
}

/** What the log has to say about itself is written before a plan looks at it. */
async function makePlan(state: LogState, entry: Entry): Promise<void> {
  if (entry.plan === undefined) return;
  await appendRecords(state, [], 'written');
  entry.records = entry.plan(state.log?.end.seq ?? 0);
}

/** A plan looks at the log, so it goes alone: records of its own batch would not be there yet. */
function takeBatch(queue: Entry[]): readonly Entry[] {
  const plan = queue.findIndex((entry) => entry.plan !== undefined);
  return queue.splice(0, plan === 0 ? 1 : Math.min(plan < 0 ? queue.length : plan, mostAtOnce));
}
