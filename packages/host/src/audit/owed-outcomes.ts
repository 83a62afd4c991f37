import type { GroupCommit } from './group-commit.js';
import { unmarkCall } from './open-calls.js';
import type { FieldTexts } from './record-fields.js';

/** Outcomes that could not be written, such as on a full disk; no more than calls were under way then, as no call begins meanwhile. */
export interface OwedOutcomes {
  readonly add: (callId: string, record: FieldTexts) => void;
  /** Writes them all, or rejects and keeps them all. */
  readonly pay: () => Promise<void>;
}

/** Milliseconds between two tries. */
const againMs = 1_000;

/** Tries again by itself until all are written; the waiting keeps no process alive, its end asks once more. */
export function makeOwedOutcomes(directory: string, commit: GroupCommit): OwedOutcomes {
  const owed = new Map<string, FieldTexts>();
  let timer: NodeJS.Timeout | undefined;
  const pay = async (): Promise<void> => {
    if (owed.size === 0) return;
    const paid = [...owed];
    // Taken off first, so that nothing is written twice.
    owed.clear();
    try {
      await commit.submit({ records: paid.map(([, record]) => record), durability: 'flushed' });
    } catch (cause) {
      for (const [callId, record] of paid) owed.set(callId, record);
      throw cause;
    }
    for (const [callId] of paid) unmarkCall(directory, callId);
  };
  const payLater = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      // That the log cannot be written has been said of each outcome.
      pay().catch(payLater);
    }, againMs).unref();
  };
  return {
    add: (callId, record) => {
      owed.set(callId, record);
      payLater();
    },
    pay,
  };
}
