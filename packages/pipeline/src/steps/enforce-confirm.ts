import { redactAbove } from '../redact-args.js';
import { refuse } from '../refusals.js';
import type { Capable, Confirmed, Step } from '../state.js';

/** §6.3 step 6: the invoker confirms, or the operator has approved exactly this call (profile P5). */
export const enforceConfirm: Step<Capable, Confirmed> = {
  reaches: 'confirmed',
  async run(state, ports) {
    if (state.entry.confirm === 'approval') {
      const { pack, args, principal, session, bindingMode, envelope } = state;
      const redact = (text: string): string => redactAbove(text, state);
      const subject = { pack, verbKey: envelope.verbKey, args, principal };
      const request = { ...subject, sessionId: session.id, bindingMode, redact };
      const claim = await ports.approvals.claim(request);
      if (claim === undefined) return refuse('approval_required');
      if (typeof claim.consume !== 'function') throw new TypeError('the approval store answered no claim');
      return { ...state, stage: 'confirmed', claim };
    }
    if (state.entry.confirm && !state.confirmed) return refuse('confirm_required');
    return { ...state, stage: 'confirmed', claim: undefined };
  },
  onFault: (state) => refuse(state.entry.confirm === 'approval' ? 'approval_required' : 'confirm_required'),
};
