import type { CompositeBinding } from '../handler.js';
import type { HandlerEnd } from '../run-handler.js';

/** What a worker is told first, once. Everything else goes over the port that comes with it. */
export interface WorkerStart {
  /** Absolute real path of the pack root. */
  readonly root: string;
  /** SHA-256 of each file that may be loaded, by its path below the root. */
  readonly files: Readonly<Record<string, string>>;
  readonly verbKey: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly binding: CompositeBinding;
  readonly maxOutputBytes: number;
  /** Of the first inner calls. */
  readonly permits: readonly string[];
}

/** The `id` of a call is its permit; `next` is that of one more. */
export type ToWorker =
  | { readonly type: 'answer'; readonly id: string; readonly line: string; readonly next: string }
  /** The call has ended; there is no answer any more. */
  | { readonly type: 'ended'; readonly id: string; readonly next: string }
  | { readonly type: 'cancel' };

export type FromWorker =
  | { readonly type: 'exec'; readonly id: string; readonly envelope: string }
  | { readonly type: 'done'; readonly end: HandlerEnd };

/** What a worker sent is looked at: code that the runtime did not write runs in there. */
export function isFromWorker(value: unknown): value is FromWorker {
  const { type, id, envelope, end } = Object(value) as Record<string, unknown>;
  if (type === 'exec') return typeof id === 'string' && typeof envelope === 'string';
  return type === 'done' && isEnd(end);
}

function isEnd(value: unknown): value is HandlerEnd {
  const { end, text, error } = Object(value) as Record<string, unknown>;
  if (end === 'returned') return typeof text === 'string';
  return end === 'failed' ? typeof error === 'string' : end === 'output_exceeded';
}
