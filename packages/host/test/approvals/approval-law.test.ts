import type { ApprovalClaim } from '@hcp/pipeline';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createApprovalAdministration } from '../../src/approvals/approval-administration.js';
import { createApprovalStore } from '../../src/approvals/approval-store.js';
import { openStore } from '../state-of-home.js';
import { temporaryHome } from '../temporary-home.js';
import { approvalRequest, requestedPack } from './approval-request.js';

const lifetimeMs = 10 * 60_000;
const acts = ['ask', 'approve', 'deny', 'consume', 'give back', 'die', 'wait'] as const;
const step = fc.record({ act: fc.constantFrom(...acts), call: fc.nat(1), minutes: fc.nat(4) });

/** What is known of one call: how many grants stand and when each ends, what waits, and what is claimed. */
interface Model {
  grants: number[];
  waiting: boolean;
  claimed: { readonly claim: ApprovalClaim; readonly ends: number } | undefined;
}

test('However calls ask, run, fail and die: a run has an approval of its own, of that call, that was standing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const store = openStore(temporaryHome());
      let time = Date.now();
      const now = (): number => time;
      const approvals = createApprovalStore({ store, now, notify: () => undefined });
      const administration = createApprovalAdministration({
        store,
        now,
        packs: { resolve: () => Promise.resolve(requestedPack) },
        record: () => Promise.resolve(),
      });
      const calls: readonly Model[] = [0, 1].map(() => ({ grants: [], waiting: false, claimed: undefined }));
      const idOf = async (call: number): Promise<string | undefined> =>
        (await administration.pending()).find(({ args }) => args['amount'] === call)?.id;
      for (const { act, call, minutes } of steps) {
        const model = calls[call]!;
        if (act === 'wait') {
          time += minutes * 60_000;
        } else if (act === 'ask' && model.claimed === undefined) {
          const claim = await approvals.claim({ ...approvalRequest, args: { amount: call } });
          const standing = model.grants.filter((ends) => time < ends);
          expect(claim !== undefined).toBe(standing.length > 0);
          model.claimed = claim === undefined ? undefined : { claim, ends: standing[0]! };
          model.grants = standing.slice(claim === undefined ? 0 : 1);
          model.waiting ||= claim === undefined;
        } else if (act === 'approve' || act === 'deny') {
          const id = await idOf(call);
          expect(id !== undefined).toBe(model.waiting);
          if (id !== undefined) {
            await administration[act](id);
            model.waiting = false;
            model.grants.push(...(act === 'approve' ? [time + lifetimeMs] : []));
          }
        } else if (model.claimed !== undefined && act !== 'ask') {
          const { claim, ends } = model.claimed;
          model.claimed = undefined;
          if (act === 'consume') {
            await claim.consume();
          } else if (act === 'give back') {
            await claim.giveBack();
            model.grants.push(ends);
          }
        }
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);
