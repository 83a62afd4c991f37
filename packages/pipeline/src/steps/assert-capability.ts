import { grantsCapability } from '@hcp/policy';
import { refuse } from '../refusals.js';
import type { Authenticated, Capable, Step } from '../state.js';

/** §6.3 step 5: the principal holds a grant of the entry's capability. */
export const assertCapability: Step<Authenticated, Capable> = {
  reaches: 'capable',
  run(state) {
    if (!grantsCapability(state.principal.capabilities, state.entry.capability)) return missing(state);
    return { ...state, stage: 'capable' };
  },
  onFault: missing,
};

function missing(state: Authenticated): ReturnType<typeof refuse> {
  return refuse('missing_capability', state.entry.capability, state.envelope.packId, state.envelope.verbKey);
}
