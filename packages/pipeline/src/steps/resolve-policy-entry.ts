import { findEntry, splitReservedArgs } from '@hcp/policy';
import { bindingModeInForce } from '../binding-mode.js';
import { refuse } from '../refusals.js';
import type { Activated, Governed, Step } from '../state.js';

/** §6.3 step 3: a verb that is not declared or has no Policy entry is never executed (§6.7). */
export const resolvePolicyEntry: Step<Activated, Governed> = {
  reaches: 'governed',
  run(state) {
    const { pack, envelope } = state;
    const { verbs } = pack.manifest;
    const verb = Object.hasOwn(verbs, envelope.verbKey) ? verbs[envelope.verbKey] : undefined;
    const entry = findEntry(pack.policy, envelope.verbKey);
    if (verb === undefined || entry === undefined) return refuse('no_policy', envelope.verbKey);
    const asked = splitReservedArgs(verb, envelope.args, pack.operations?.plans[envelope.verbKey]?.own_keys);
    const mock = asked.mock || state.caller.nesting?.mock === true;
    // A composite cannot say yes for a caller who has not (profile P12).
    const confirmed = asked.confirmed && state.caller.nesting?.confirmed !== false;
    const bindingMode = bindingModeInForce(pack.manifest.binding, entry, mock);
    return { ...state, stage: 'governed', verb, entry, args: asked.args, confirmed, mock, bindingMode };
  },
  onFault: (state) => refuse('no_policy', state.envelope.verbKey),
};
