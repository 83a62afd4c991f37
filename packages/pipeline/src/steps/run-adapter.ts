import { nestedCalls } from '../nested-calls.js';
import type { AdapterOutcome } from '../ports.js';
import { refuse } from '../refusals.js';
import type { Approved, Ran, Step } from '../state.js';

/** §6.3 step 8. Secrets leave the texts here, before anything reads them as JSON (profile P7). */
export const runAdapter: Step<Approved, Ran> = {
  reaches: 'ran',
  async run(state) {
    const outcome = redacted(
      await state.rendered.run(state.call, state.minted, nestedCalls(state)),
      state.minted.redact,
    );
    if (outcome.ok) return { ...state, stage: 'ran', outcome };
    const { code, error, ...rest } = outcome;
    return { ...refuse(code, error), ...rest };
  },
  // Whether the program ran is unknown here, so the answer must not promise that it did not.
  onFault: () => ({ ...refuse('sandbox', 'sandbox: the adapter failed; run hcp doctor'), started: true }),
};

function redacted(outcome: AdapterOutcome, redact: (text: string) => string): AdapterOutcome {
  const stderr = outcome.stderr === undefined ? {} : { stderr: redact(outcome.stderr) };
  if (outcome.ok) return { ...outcome, output: redact(outcome.output), ...stderr };
  const stdout = outcome.stdout === undefined ? {} : { stdout: redact(outcome.stdout) };
  return { ...outcome, error: redact(outcome.error), ...stdout, ...stderr };
}
