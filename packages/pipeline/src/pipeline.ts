import { sequence, type Pipeline } from './sequence.js';
import { assertCapability } from './steps/assert-capability.js';
import { authenticate } from './steps/authenticate.js';
import { enforceConfirm } from './steps/enforce-confirm.js';
import { mintBinding } from './steps/mint-binding.js';
import { recordIntent } from './steps/record-intent.js';
import { renderCall } from './steps/render-call.js';
import { requireActivation } from './steps/require-activation.js';
import { resolvePack } from './steps/resolve-pack.js';
import { resolvePolicyEntry } from './steps/resolve-policy-entry.js';
import { returnResult } from './steps/return-result.js';
import { runAdapter } from './steps/run-adapter.js';

/** The nine steps of §6.3 in order, with profile P2's 6b and 6c. Nothing else runs them. */
export const pipeline: Pipeline = sequence(
  resolvePack, //        1  the pack is installed and unchanged since
  requireActivation, //  2  this session has activated it
  resolvePolicyEntry, // 3  the verb is declared and has a Policy entry
  authenticate, //       4  the Principal, tenant and project are known, and the session is theirs
  assertCapability, //   5  the Principal holds the entry's capability
  enforceConfirm, //     6  a gated verb is confirmed or approved
  renderCall, //         6b the arguments fit the schema and render; nothing has been started
  recordIntent, //       6c the durable record of what is about to run is written
  mintBinding, //        7  a credential for just this call exists; the call is approved
  runAdapter, //         8  the adapter ran in the sandbox and everything it started is gone
  returnResult, //       9  the result is the answer
);
