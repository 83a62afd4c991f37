import { MessageChannel, Worker } from 'node:worker_threads';
import type { HandlerEnd } from '../run-handler.js';
import { meterCalls } from './exec-meter.js';
import { isFromWorker, type ToWorker, type WorkerStart } from './messages.js';
import { workerEntry } from './worker-entry.js';

/** How a worker ended by itself, before its handler was done. */
export type WorkerEnd =
  | HandlerEnd
  | { readonly end: 'out_of_memory' }
  | { readonly end: 'crashed'; readonly thrown: unknown }
  /** It sent what no handler sends that keeps to `context`; nothing of it is read any more. */
  | { readonly end: 'flooded' }
  | { readonly end: 'exited'; readonly status: number };

export interface WorkerSession {
  /** Never rejects. */
  readonly ended: Promise<WorkerEnd>;
  /** Tells the handler, through its signal. */
  readonly cancel: () => void;
  /** Ends the thread, whatever it does; resolves when it is gone. */
  readonly terminate: () => Promise<void>;
}

export interface WorkerOptions {
  readonly start: Omit<WorkerStart, 'permits'>;
  /** Makes an inner call; a rejection tells the handler that its call has ended. */
  readonly exec: (envelope: string) => Promise<string>;
  /** Of its heap, in MiB. */
  readonly memoryMb: number;
}

/**
 * Starts a thread with an empty environment, no arguments, an input at its end, and an output nobody reads, and has it
 * run one handler once. Throws what the system says when no thread can be had.
 */
export function startWorker({ start, exec, memoryMb }: WorkerOptions): WorkerSession {
  const worker = new Worker(workerEntry.source, {
    eval: workerEntry.eval,
    env: {},
    argv: [],
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  const { port1: port, port2 } = new MessageChannel();
  const send = (message: ToWorker): void => port.postMessage(message);
  const { promise: ended, resolve } = Promise.withResolvers<WorkerEnd>();
  const meter = meterCalls();
  const read = (message: unknown): void => {
    if (!isFromWorker(message) || (message.type === 'exec' && !meter.take(message.id, message.envelope))) {
      leave();
      resolve({ end: 'flooded' });
      return;
    }
    if (message.type === 'done') {
      resolve(message.end);
      return;
    }
    const { id, envelope } = message;
    void exec(envelope).then(
      (line) => send({ type: 'answer', id, line, next: meter.giveBack(envelope) }),
      () => send({ type: 'ended', id, next: meter.giveBack(envelope) }),
    );
  };
  // Before the thread is ended: a queue that fills faster than it is read would keep the runtime from ending it.
  const leave = (): void => {
    port.off('message', read);
    port.close();
  };
  port.on('message', read);
  worker.once('error', (thrown: unknown) => resolve(crashOf(thrown)));
  worker.once('exit', (status) => resolve({ end: 'exited', status }));
  worker.postMessage({ start: { ...start, permits: meter.permits }, port: port2 }, [port2]);
  return {
    ended,
    cancel: () => send({ type: 'cancel' }),
    terminate: async () => {
      leave();
      await worker.terminate();
    },
  };
}

function crashOf(thrown: unknown): WorkerEnd {
  const { code } = Object(thrown) as { readonly code?: unknown };
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? { end: 'out_of_memory' } : { end: 'crashed', thrown };
}
