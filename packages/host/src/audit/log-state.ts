import type { AuditHead, SpareHead, WrittenHead } from './audit-head.js';
import type { OpenLog } from './open-log.js';
import type { FieldTexts } from './record-fields.js';

export interface LogOptions {
  readonly directory: string;
  readonly now: () => Date;
  /** Bytes a log file may reach before the next record begins a new one. */
  readonly rotateBytes: number;
  readonly onNotice: (message: string) => void;
}

/** What this process knows of the log; true only while it holds the lock. */
export interface LogState extends LogOptions {
  log: OpenLog | undefined;
  head: AuditHead | undefined;
  headBytes: Buffer | undefined;
  spareHead: SpareHead;
  /** Records about the log itself that the next append writes first. */
  pending: readonly FieldTexts[];
  /** The newest record of this process that may not be on disk yet. */
  unflushedSeq: number;
  /** A flushed record of this process that the head does not name yet. */
  dueHead: AuditHead | undefined;
  /** Milliseconds that flushes take, the newest ones weighing most. */
  flushMs: number;
}

export function makeLogState(options: LogOptions): LogState {
  const nothing = { log: undefined, head: undefined, headBytes: undefined, spareHead: 'head.next' } as const;
  return { ...options, ...nothing, pending: [], unflushedSeq: 0, dueHead: undefined, flushMs: 0 };
}

export function noteWrittenHead(state: LogState, head: AuditHead, { bytes, spare }: WrittenHead): void {
  state.head = head;
  state.headBytes = bytes;
  state.spareHead = spare;
}
