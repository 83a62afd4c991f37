import type { CompositeBinding, CompositeContext, CompositeHandler, CompositeResult } from './handler.js';
import { jsonTextOf, parseJsonText } from './json-text.js';

/** One call of a handler, in whichever thread it runs. */
export interface HandlerCall {
  readonly verbKey: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly binding: CompositeBinding;
  /** Asked for when the handler looks at its signal: it may then wait for nothing else. */
  readonly signal: () => AbortSignal;
  /** Takes the text of an envelope and answers the line of its result; rejects once the call has ended. */
  readonly exec: (envelope: string) => Promise<string>;
  readonly maxOutputBytes: number;
}

/** How a handler ended; `text` is the JSON of what it returned. */
export type HandlerEnd =
  | { readonly end: 'returned'; readonly text: string }
  | { readonly end: 'failed'; readonly error: string }
  | { readonly end: 'output_exceeded' };

/** Calls a handler and says how it ended. Never rejects, whatever the handler returns or throws. */
export async function runHandler(handler: CompositeHandler, call: HandlerCall): Promise<HandlerEnd> {
  const refusals = new WeakSet<object>();
  const end = await settle(handler, { call, refusals });
  const text = end.end === 'returned' ? end.text : end.end === 'failed' ? end.error : '';
  return Buffer.byteLength(text) > call.maxOutputBytes ? { end: 'output_exceeded' } : end;
}

interface Run {
  readonly call: HandlerCall;
  /** Refusals of inner calls, as the handler was given them. */
  readonly refusals: WeakSet<object>;
}

async function settle(handler: CompositeHandler, run: Run): Promise<HandlerEnd> {
  const { call, refusals } = run;
  let value: unknown;
  try {
    value = await handler(call.args, contextOf(run));
  } catch (thrown) {
    return { end: 'failed', error: isRefusal(thrown, refusals) ? textOf(thrown) : messageOf(thrown, call.verbKey) };
  }
  if (isRefusal(value, refusals)) return { end: 'failed', error: textOf(value) };
  try {
    return { end: 'returned', text: jsonTextOf(value) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be written as JSON';
    return { end: 'failed', error: `verb "${call.verbKey}" returned what is not JSON: ${reason}` };
  }
}

function contextOf({ call, refusals }: Run): CompositeContext {
  return {
    exec: async (envelope) => {
      const result = parseJsonText(await call.exec(envelopeText(envelope))) as CompositeResult;
      if (!result.ok) refusals.add(result);
      return result;
    },
    binding: call.binding,
    get signal() {
      return call.signal();
    },
  };
}

function envelopeText(envelope: unknown): string {
  try {
    return jsonTextOf(envelope);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be written as JSON';
    throw new TypeError(`context.exec takes an envelope that is JSON: ${reason}`, { cause: error });
  }
}

type Refused = Extract<CompositeResult, { ok: false }>;

function isRefusal(value: unknown, refusals: WeakSet<object>): value is Refused {
  return typeof value === 'object' && value !== null && refusals.has(value);
}

/** Names the call that was refused, which is not the one that fails with it. */
function textOf({ pack_id, verb_key, error }: Refused): string {
  return pack_id === '' ? error : `${pack_id} ${verb_key}: ${error}`;
}

/** The message of what was thrown; what has none is named after the verb that threw it. */
export function messageOf(thrown: unknown, verbKey: string): string {
  try {
    if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) {
      const { message } = thrown;
      if (typeof message === 'string' && message !== '') return message;
    }
    const said = typeof thrown === 'string' ? JSON.stringify(thrown.slice(0, 200)) : `a value of type ${typeof thrown}`;
    return `verb "${verbKey}" threw ${thrown instanceof Error ? 'an error without a message' : `no Error but ${said}`}`;
  } catch {
    return `verb "${verbKey}" threw what cannot be read`;
  }
}
