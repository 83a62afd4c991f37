import { refuse } from '../refusals.js';
import type { Activated, Resolved, Step } from '../state.js';

/** §6.3 step 2; no session, an unknown one and an expired one read the same (profile P2). */
export const requireActivation: Step<Resolved, Activated> = {
  reaches: 'activated',
  async run(state, ports) {
    const { sessionId } = state.caller;
    const session = sessionId === null ? undefined : await ports.sessions.find(sessionId, state.caller);
    if (session === undefined) return refuse('not_activated', state.pack.id);
    if (!Array.isArray(session.activated)) throw new TypeError('the session store answered no session');
    if (!session.activated.includes(state.pack.id)) return refuse('not_activated', state.pack.id);
    return { ...state, stage: 'activated', session };
  },
  onFault: (state) => refuse('not_activated', state.envelope.packId),
};
