import { refuse } from '../refusals.js';
import type { Received, Resolved, Step } from '../state.js';

/** Profile P12: how many composite calls may stand above a call. */
const deepestNesting = 8;

/** §6.3 step 1. Why a pack does not resolve is the operator's to know, not the invoker's (profile P2). */
export const resolvePack: Step<Received, Resolved> = {
  reaches: 'resolved',
  async run(state, ports) {
    // Profile P12: a circle of composites ends here.
    if ((state.caller.nesting?.depth ?? 0) > deepestNesting) return refuse('nested_too_deep', `${deepestNesting}`);
    const found = await ports.packs.resolve(state.envelope.packId);
    if ('unknown' in found) return { ...refuse('unknown_pack', state.envelope.packId), reason: found.reason };
    if (found.id !== state.envelope.packId) throw new TypeError('the pack store answered another pack');
    return { ...state, stage: 'resolved', pack: found };
  },
  onFault: (state) => refuse('unknown_pack', state.envelope.packId),
};
