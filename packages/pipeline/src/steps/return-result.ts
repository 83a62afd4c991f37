import { refuse } from '../refusals.js';
import { resultOf, serializeResult } from '../result-envelope.js';
import type { Ran, Returned, Step } from '../state.js';

/** §6.3 step 9, the one place where a call succeeds. */
export const returnResult: Step<Ran, Returned> = {
  reaches: 'returned',
  run(state) {
    const { envelope, outcome } = state;
    const result = {
      ok: true as const,
      pack_id: envelope.packId,
      verb_key: envelope.verbKey,
      result: resultOf(outcome.output),
      ...(outcome.stderr === undefined || outcome.stderr === '' ? {} : { stderr: outcome.stderr }),
    };
    // A result that no string can hold fails here, while the call can still be recorded as failed.
    return { ...state, stage: 'returned', result, line: serializeResult(result) };
  },
  onFault: ({ outcome }) => ({
    ...refuse('return_failed'),
    started: true,
    ...(outcome.exitCode === undefined ? {} : { exitCode: outcome.exitCode }),
  }),
};
