import { expect, it } from 'vitest';
import { pipeline } from '../src/pipeline.js';
import { sequence } from '../src/sequence.js';
import type { ApprovedCall, Sandbox, SandboxCommand } from '../src/index.js';
import { assertCapability } from '../src/steps/assert-capability.js';
import { authenticate } from '../src/steps/authenticate.js';
import { enforceConfirm } from '../src/steps/enforce-confirm.js';
import { mintBinding } from '../src/steps/mint-binding.js';
import { recordIntent } from '../src/steps/record-intent.js';
import { renderCall } from '../src/steps/render-call.js';
import { requireActivation } from '../src/steps/require-activation.js';
import { resolvePack } from '../src/steps/resolve-pack.js';
import { resolvePolicyEntry } from '../src/steps/resolve-policy-entry.js';
import { returnResult } from '../src/steps/return-result.js';
import { runAdapter } from '../src/steps/run-adapter.js';

it('runs the steps in the order of §6.3 and profile P2', () => {
  expect(pipeline.steps.map(({ reaches }) => reaches)).toEqual([
    ...['resolved', 'activated', 'governed', 'authenticated', 'capable', 'confirmed'],
    ...['rendered', 'recorded', 'approved', 'ran', 'returned'],
  ]);
});

// The type checker is the test here: each expectation fails the build when the mistake compiles.
export function mistakesThatDoNotCompile(
  sandbox: Sandbox,
  command: SandboxCommand,
  facts: Omit<ApprovedCall, symbol>,
): void {
  const head = [resolvePack, requireActivation, resolvePolicyEntry, authenticate] as const;
  const tail = [renderCall, recordIntent, mintBinding, runAdapter, returnResult] as const;
  sequence(...head, assertCapability, enforceConfirm, ...tail);
  // @ts-expect-error two steps are swapped
  sequence(...head, enforceConfirm, assertCapability, ...tail);
  // @ts-expect-error a step is missing
  sequence(...head, assertCapability, ...tail);
  // @ts-expect-error a step stands twice
  sequence(...head, assertCapability, assertCapability, ...tail);
  // @ts-expect-error a call that no step has approved cannot run
  void sandbox.run(facts, command);
}
