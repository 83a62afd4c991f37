import type { AdapterOutcome } from '@hcp/pipeline';
import type { HandlerEnd } from './run-handler.js';

/** What the end of a handler is to the pipeline; output over the limit is never cut (profile P3). */
export function handlerOutcome(end: HandlerEnd, maxOutputBytes: number): AdapterOutcome {
  const text = end.end === 'returned' ? end.text : end.end === 'failed' ? end.error : '';
  if (end.end === 'output_exceeded' || Buffer.byteLength(text) > maxOutputBytes) {
    const error = `output exceeded ${maxOutputBytes} bytes`;
    return { ok: false, code: 'output_exceeded', started: true, error };
  }
  if (end.end === 'returned') return { ok: true, output: text };
  return { ok: false, code: 'failed', started: true, error: text };
}
