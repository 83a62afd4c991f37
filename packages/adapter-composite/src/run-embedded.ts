import type { AdapterOutcome } from '@hcp/pipeline';
import { startSpan, stoppedOutcome } from './call-span.js';
import { bindingOf, type CompositeCall } from './composite-call.js';
import type { CompositeHandler } from './handler.js';
import { handlerOutcome } from './handler-outcome.js';
import { runHandler } from './run-handler.js';

/**
 * Runs a handler of the embedding program in its own thread. It is told to stop by its signal, and the call is answered
 * whether it does or not; a loop without an end holds the whole program.
 */
export async function runEmbedded(handler: CompositeHandler, composite: CompositeCall): Promise<AdapterOutcome> {
  const { verbKey, entry, args, call, nested } = composite;
  const { timeoutMs, maxOutputBytes } = entry;
  if (call.signal?.aborted === true) return stoppedOutcome('cancelled', { timeoutMs, started: false });
  const span = startSpan({ signal: call.signal, timeoutMs, nested });
  try {
    const { signal, exec } = span;
    const binding = bindingOf(composite);
    const ended = runHandler(handler, { verbKey, args, binding, maxOutputBytes, signal: () => signal, exec });
    const end = await Promise.race([span.stopped, ended]);
    return typeof end === 'string'
      ? stoppedOutcome(end, { timeoutMs, started: true })
      : handlerOutcome(end, maxOutputBytes);
  } finally {
    await span.end();
  }
}
