import type { AdapterOutcome, OperatorNotice } from '@hcp/pipeline';
import { setTimeout as wait } from 'node:timers/promises';
import { startSpan, stoppedOutcome, type CallSpan } from './call-span.js';
import { codeFault } from './code/code-fault.js';
import { bindingOf, type CompositeCall } from './composite-call.js';
import { handlerOutcome } from './handler-outcome.js';
import { messageOf } from './run-handler.js';
import type { Seats } from './seats.js';
import { leaveStuckThreads } from './worker/leave-stuck-threads.js';
import { startWorker, type WorkerEnd, type WorkerSession } from './worker/start-worker.js';

/** Milliseconds that a handler has to heed its signal before its thread is ended. */
const graceMs = 100;
/** Milliseconds that a thread has to be gone once it is ended. */
const patienceMs = 1000;

export interface WorkerRunOptions {
  /** Workers of this depth; a deeper call takes one of the next depth, so no call waits for one that waits for it. */
  readonly seats: Seats;
  /** Of a worker's heap, in MiB. */
  readonly memoryMb: number;
  readonly notify: (notice: OperatorNotice) => void;
}

/**
 * Runs a handler of the pack's own `composite.js` in a worker thread of its own (profile P12): the files are those that
 * were trusted, or nothing starts. Before it answers, the thread and every inner call are gone.
 */
export async function runInWorker(composite: CompositeCall, options: WorkerRunOptions): Promise<AdapterOutcome> {
  const { entry, call, nested } = composite;
  const { timeoutMs } = entry;
  const span = startSpan({ signal: call.signal, timeoutMs, nested });
  const giveBack = await options.seats.take(span.signal);
  let stuck = false;
  try {
    if (giveBack === undefined) return stoppedOutcome(await span.stopped, { timeoutMs, started: false });
    const session = startSession(composite, { span, memoryMb: options.memoryMb });
    if ('error' in session) return { ok: false, code: 'sandbox', started: false, error: `sandbox: ${session.error}` };
    try {
      return await outcomeOf(session, { composite, span, memoryMb: options.memoryMb });
    } finally {
      stuck = !(await endThread(session, giveBack));
    }
  } finally {
    await span.end();
    if (!stuck) giveBack?.();
    else options.notify(describeStuck(composite));
  }
}

/** Whether the thread is gone; one that is not keeps its seat until it is. */
async function endThread(session: WorkerSession, giveBack: () => void): Promise<boolean> {
  const gone = session.terminate();
  const patience = new AbortController();
  const late = wait(patienceMs, false, { signal: patience.signal }).catch(() => false);
  const inTime = await Promise.race([gone.then(() => true), late]);
  patience.abort();
  if (!inTime) {
    leaveStuckThreads();
    void gone.then(giveBack);
  }
  return inTime;
}

function describeStuck({ pack, verbKey, call }: CompositeCall): OperatorNotice {
  const message =
    `pack ${pack.id}: the handler of ${verbKey} is inside a call of the system that does not return (a blocking read, ` +
    'execFileSync); its call is answered, and its thread stays until that returns. Have it use what can be awaited.';
  return { callId: call.callId, message };
}

interface Start {
  readonly span: CallSpan;
  readonly memoryMb: number;
}

function startSession(composite: CompositeCall, { span, memoryMb }: Start): WorkerSession | { readonly error: string } {
  const { pack, verbKey, args, entry } = composite;
  if (pack.code === undefined) throw new TypeError(`pack "${pack.id}" has no composite.js`);
  const fault = codeFault(pack.root, pack.code);
  if (fault !== undefined) return { error: fault };
  const { files } = pack.code;
  const { maxOutputBytes } = entry;
  const told = { root: pack.root, files, verbKey, args, binding: bindingOf(composite), maxOutputBytes };
  try {
    return startWorker({ start: told, exec: span.exec, memoryMb });
  } catch (error) {
    return { error: `no worker can be started: ${error instanceof Error ? error.message : String(error)}` };
  }
}

interface Running extends Start {
  readonly composite: CompositeCall;
}

async function outcomeOf(session: WorkerSession, running: Running): Promise<AdapterOutcome> {
  const { entry, verbKey } = running.composite;
  const { timeoutMs, maxOutputBytes } = entry;
  const end = await Promise.race([running.span.stopped, session.ended]);
  if (typeof end === 'string') {
    session.cancel();
    const grace = new AbortController();
    await Promise.race([session.ended, wait(graceMs, undefined, { signal: grace.signal }).catch(() => undefined)]);
    grace.abort();
    return stoppedOutcome(end, { timeoutMs, started: true });
  }
  if (end.end === 'returned' || end.end === 'failed' || end.end === 'output_exceeded')
    return handlerOutcome(end, maxOutputBytes);
  return handlerOutcome({ end: 'failed', error: describe(end, verbKey, running.memoryMb) }, maxOutputBytes);
}

type Unanswered = Exclude<WorkerEnd, { end: 'returned' | 'failed' | 'output_exceeded' }>;

function describe(end: Unanswered, verbKey: string, memoryMb: number): string {
  switch (end.end) {
    case 'out_of_memory':
      return `verb "${verbKey}" used more than ${memoryMb} MiB of memory`;
    case 'crashed':
      return `verb "${verbKey}" ended with an error that nothing caught: ${messageOf(end.thrown, verbKey)}`;
    case 'flooded':
      return `verb "${verbKey}" sent the runtime more than context.exec lets through; a handler calls by context.exec and nothing else`;
    case 'exited':
      return `verb "${verbKey}" ended its thread (exit ${end.status}) before it answered: it called process.exit, or waits for what never comes`;
  }
}
