import type { Caller } from './caller.js';
import { parseEnvelope } from './envelope.js';
import type { NestedCalls } from './ports.js';
import { redactAbove } from './redact-args.js';
import { invalidEnvelopeResult, serializeResult } from './result-envelope.js';
import type { Approved } from './state.js';

/**
 * What an adapter may call on behalf of the call it runs (profile P12): the caller stays who it was, on the session it
 * was on, and every step judges the inner call as one of theirs.
 */
export function nestedCalls(state: Approved): NestedCalls {
  const depth = state.caller.nesting?.depth ?? 0;
  const caller: Caller = {
    ...state.caller,
    parent: state.callId,
    nesting: {
      depth: depth + 1,
      confirmed: state.confirmed,
      mock: state.mock,
      redact: (text) => redactAbove(state.minted.redact(text), state),
    },
  };
  return {
    depth,
    exec: async (source, signal) => {
      const parsed = parseEnvelope(source);
      if (!parsed.ok) return serializeResult(invalidEnvelopeResult(parsed.reason));
      return (await state.execute(parsed.envelope, { ...caller, signal })).line;
    },
  };
}
