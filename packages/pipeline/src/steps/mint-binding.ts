import type { ApprovedCall, CallFacts } from '../approved-call.js';
import { isHealthVerb } from '../binding-mode.js';
import { refuse } from '../refusals.js';
import type { Approved, Recorded, Step } from '../state.js';

/** §6.3 step 7: a credential for just this call, or a refusal; nothing else is ever tried (§6.7). */
export const mintBinding: Step<Recorded, Approved> = {
  reaches: 'approved',
  async run(state, ports) {
    const { pack, principal, projectId, bindingMode, envelope, caller } = state;
    const minted = await ports.binding.mint({
      pack,
      verbKey: envelope.verbKey,
      principal,
      projectId,
      mode: bindingMode,
      health: isHealthVerb(envelope.verbKey),
      signal: caller.signal,
      caller,
    });
    if (!minted.ok && typeof minted.reason === 'string') return refuse('binding', minted.reason);
    if (!minted.ok || typeof minted.redact !== 'function') throw new TypeError('the Binding answered no credential');
    return { ...state, stage: 'approved', minted, call: approve(state) };
  },
  onFault: () => refuse('binding', 'no credential could be minted; run hcp doctor'),
};

/** The one place that mints an {@link ApprovedCall}. */
function approve(state: Recorded): ApprovedCall {
  const { callId, envelope, principal, projectId, bindingMode, caller } = state;
  const facts: CallFacts = {
    callId,
    packId: envelope.packId,
    verbKey: envelope.verbKey,
    tenant: principal.tenant,
    principalId: principal.id,
    projectId,
    bindingMode,
    signal: caller.signal,
  };
  return facts as ApprovedCall;
}
