import { refuse } from '../refusals.js';
import type { Received, Resolved, Step } from '../state.js';

/** §6.3 step 1. Why a pack does not resolve is the operator's to know, not the invoker's (profile P2). */
export const resolvePack: Step<Received, Resolved> = {
  reaches: 'resolved',
  async run(state, ports) {
    const found = await ports.packs.resolve(state.envelope.packId);
    if ('unknown' in found) return { ...refuse('unknown_pack', state.envelope.packId), reason: found.reason };
    if (found.id !== state.envelope.packId) throw new TypeError('the pack store answered another pack');
    return { ...state, stage: 'resolved', pack: found };
  },
  onFault: (state) => refuse('unknown_pack', state.envelope.packId),
};
