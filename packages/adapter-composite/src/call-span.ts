import type { AdapterOutcome, NestedCalls } from '@hcp/pipeline';
import { boundCalls } from './bounded-calls.js';

/** What a timer can wait. */
const longestTimer = 2 ** 31 - 1;

export interface SpanOptions {
  /** The caller's; ends the span as cancelled. */
  readonly signal: AbortSignal | undefined;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly nested: NestedCalls;
}

/** From the start of a composite call to its answer: the time it has, and the calls it makes. */
export interface CallSpan {
  /** Aborted when the call is cancelled, out of time, or answered. */
  readonly signal: AbortSignal;
  /** Resolves to why the call has to stop, as the outcome it then has; never otherwise. */
  readonly stopped: Promise<'cancelled' | 'timed_out'>;
  /** Makes an inner call, which ends with the span. Rejects once the span has ended, and beyond `boundCalls`. */
  readonly exec: (envelope: string) => Promise<string>;
  /** Ends every inner call, and resolves when none of them is left. */
  readonly end: () => Promise<void>;
}

/** Starts the clock of one call. Whoever starts a span ends it. */
export function startSpan({ signal, timeoutMs, nested }: SpanOptions): CallSpan {
  const controller = new AbortController();
  const running = new Set<Promise<unknown>>();
  const { promise: stopped, resolve } = Promise.withResolvers<'cancelled' | 'timed_out'>();
  const stop = (why: 'cancelled' | 'timed_out'): void => {
    resolve(why);
    controller.abort();
  };
  const cancel = (): void => stop('cancelled');
  const timer = setTimeout(() => stop('timed_out'), Math.min(timeoutMs, longestTimer));
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted === true) cancel();
  const exec = boundCalls((envelope) =>
    controller.signal.aborted
      ? Promise.reject(new Error('the composite call has ended'))
      : nested.exec(envelope, controller.signal),
  );
  return {
    signal: controller.signal,
    stopped,
    exec: (envelope) => {
      const inner = exec(envelope);
      const forget = (): void => void running.delete(settled);
      const settled: Promise<void> = inner.then(forget, forget);
      running.add(settled);
      return inner;
    },
    end: async () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      controller.abort();
      await Promise.all(running);
    },
  };
}

/** The outcome of a call that had to stop (profile P2, P3 texts). */
export function stoppedOutcome(
  why: 'cancelled' | 'timed_out',
  { timeoutMs, started }: { readonly timeoutMs: number; readonly started: boolean },
): AdapterOutcome {
  const error = why === 'cancelled' ? 'cancelled' : `timed out after ${timeoutMs} ms`;
  return { ok: false, code: why, started, error };
}
