import { parentPort, type MessagePort } from 'node:worker_threads';
import { boundCalls } from '../bounded-calls.js';
import { messageOf, runHandler, type HandlerEnd } from '../run-handler.js';
import { findHandler } from './find-handler.js';
import type { FromWorker, ToWorker, WorkerStart } from './messages.js';
import { loadPinnedOnly } from './pinned-modules.js';

// The port to the runtime comes with the first message, so that a handler has no way to find it.
parentPort?.once('message', ({ start, port }: { readonly start: WorkerStart; readonly port: MessagePort }) => {
  // Closed, so that nothing can be queued there that nobody reads.
  parentPort?.close();
  void serve(start, port);
});

/**
 * One call of one handler. Nothing here keeps the thread alive while the handler waits for what never comes; its signal,
 * once it looked at it, is something that may come.
 */
async function serve(start: WorkerStart, port: MessagePort): Promise<void> {
  const send = (message: FromWorker): void => port.postMessage(message);
  const cancellation = new AbortController();
  const waiting = new Map<string, { readonly answer: (line: string) => void; readonly end: (error: Error) => void }>();
  const permits = [...start.permits];
  let watched = false;
  port.on('message', (message: ToWorker) => {
    if (message.type === 'cancel') {
      cancellation.abort();
      return;
    }
    const asked = waiting.get(message.id);
    permits.push(message.next);
    waiting.delete(message.id);
    if (waiting.size === 0 && !watched) port.unref();
    if (message.type === 'answer') asked?.answer(message.line);
    else asked?.end(new Error('the composite call has ended'));
  });
  port.unref();
  const exec = boundCalls(
    (envelope) =>
      new Promise((answer, end) => {
        // Never without: as many as calls run at a time.
        const id = permits.shift() ?? '';
        waiting.set(id, { answer, end });
        port.ref();
        send({ type: 'exec', id, envelope });
      }),
  );
  const signal = (): AbortSignal => {
    watched = true;
    port.ref();
    return cancellation.signal;
  };
  const end = await endOf(start, { signal, exec });
  // The runtime ends this thread: one that ended by itself could be gone before it was heard.
  port.ref();
  send({ type: 'done', end });
}

interface Exchange {
  readonly signal: () => AbortSignal;
  readonly exec: (envelope: string) => Promise<string>;
}

async function endOf(start: WorkerStart, exchange: Exchange): Promise<HandlerEnd> {
  const { root, files, verbKey, args, binding, maxOutputBytes } = start;
  try {
    loadPinnedOnly({ root, files });
    const handler = await findHandler(root, verbKey);
    return await runHandler(handler, { verbKey, args, binding, maxOutputBytes, ...exchange });
  } catch (error) {
    return { end: 'failed', error: messageOf(error, verbKey) };
  }
}
