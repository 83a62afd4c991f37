import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ApprovalRequest, ApprovalStore, InstalledPack } from '@hcp/pipeline';
import { createApprovalAdministration } from '../../src/approvals/approval-administration.js';
import { createApprovalStore, mostArgumentBytes, mostPending } from '../../src/approvals/approval-store.js';
import type { ApprovalAdministration } from '../../src/host.js';
import { fixtureEnd, startFixture } from '../child-process.js';
import { openStore } from '../state-of-home.js';
import { temporaryHome } from '../temporary-home.js';
import { approvalRequest, requestedPack } from './approval-request.js';

interface Opened {
  readonly root: string;
  readonly approvals: ApprovalStore;
  readonly administration: ApprovalAdministration;
  readonly records: { readonly details: Readonly<Record<string, unknown>> }[];
  readonly notices: string[];
  readonly world: { now: number; pack: InstalledPack; auditBroken: boolean };
}

const open = (root: string = temporaryHome()): Opened => {
  const world = { now: Date.now(), pack: requestedPack, auditBroken: false };
  const records: Opened['records'] = [];
  const notices: string[] = [];
  const store = openStore(root);
  const now = (): number => world.now;
  return {
    root,
    world,
    records,
    notices,
    approvals: createApprovalStore({ store, now, notify: (message) => notices.push(message) }),
    administration: createApprovalAdministration({
      store,
      now,
      packs: { resolve: () => Promise.resolve(world.pack) },
      record: (event) => {
        if (world.auditBroken) {
          return Promise.reject(new Error('audit unavailable'));
        }
        records.push(event);
        return Promise.resolve();
      },
    }),
  };
};

const approveOnly = async ({ administration }: Opened): Promise<string> => {
  const [request] = await administration.pending();
  await administration.approve(request?.id ?? '');
  return request?.id ?? '';
};

test('No secret of a composite call above is filed with a request', async () => {
  const { approvals, administration } = open();
  const args = { amount: 10, note: 'outer-secret' };
  const redact = (text: string): string => text.replaceAll('outer-secret', '[redacted]');
  expect(await approvals.claim({ ...approvalRequest, args, redact })).toBeUndefined();
  const [filed] = await administration.pending();
  expect(filed?.args).toEqual({ amount: '[redacted]', note: '[redacted]' });
});

test('A call waits until the operator approves it, runs once, and has to ask again', async () => {
  const opened = open();
  const { approvals, administration } = opened;
  expect(await approvals.claim(approvalRequest)).toBeUndefined();
  await approveOnly(opened);
  expect(await administration.pending()).toEqual([]);
  const claim = await approvals.claim(approvalRequest);
  await claim?.consume();
  expect(await approvals.claim(approvalRequest)).toBeUndefined();
  expect(await administration.pending()).toHaveLength(1);
});

test('What waits is shown with its secret arguments redacted, and stored so', async () => {
  const { approvals, administration, root, world } = open();
  await approvals.claim(approvalRequest);
  expect(await administration.pending()).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
      requested_at: new Date(world.now).toISOString(),
      tenant: 'acme',
      principal_id: 'ada',
      session_id: 's1',
      pack_id: 'ledger',
      verb_key: 'transfer',
      args: { amount: 10, pin: '[redacted]' },
      binding_mode: 'public',
    },
  ]);
  const [name = ''] = readdirSync(join(root, 'approvals'));
  const text = readFileSync(join(root, 'approvals', name), 'utf8');
  expect(text).not.toContain('pin-4711');
  expect(JSON.parse(text)).toMatchObject({ version: 1, tenant: 'acme' });
});

test('The approval is of the real arguments: another secret is another call', async () => {
  const opened = open();
  const { approvals, administration } = opened;
  await approvals.claim(approvalRequest);
  await approveOnly(opened);
  expect(await approvals.claim({ ...approvalRequest, args: { amount: 10, pin: 'pin-4712' } })).toBeUndefined();
  expect(await administration.pending()).toHaveLength(1);
  expect(await approvals.claim({ ...approvalRequest, args: { pin: 'pin-4711', amount: 10 } })).toBeDefined();
});

test('Asking again while the operator has not answered files nothing more', async () => {
  const { approvals, administration } = open();
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await approvals.claim(approvalRequest)).toBeUndefined();
  }
  expect(await administration.pending()).toHaveLength(1);
});

test('A claim given back is claimed again and ends when it would have ended; a consumed one never comes back', async () => {
  const opened = open();
  const { approvals, world } = opened;
  await approvals.claim(approvalRequest);
  await approveOnly(opened);
  const first = await approvals.claim(approvalRequest);
  await first?.giveBack();
  await expect(first?.giveBack()).rejects.toThrow(/settled/);
  world.now += 9 * 60_000;
  const second = await approvals.claim(approvalRequest);
  await second?.giveBack();
  world.now += 61_000;
  expect(await approvals.claim(approvalRequest)).toBeUndefined();
  await approveOnly(opened);
  const third = await approvals.claim(approvalRequest);
  await third?.consume();
  await expect(third?.giveBack()).rejects.toThrow(/settled/);
  expect(await approvals.claim(approvalRequest)).toBeUndefined();
});

test('Two approvals given are two runs', async () => {
  const opened = open();
  const { approvals } = opened;
  await approvals.claim(approvalRequest);
  await approveOnly(opened);
  const first = await approvals.claim(approvalRequest);
  await approvals.claim(approvalRequest);
  await approveOnly(opened);
  await first?.giveBack();
  expect(await approvals.claim(approvalRequest)).toBeDefined();
  expect(await approvals.claim(approvalRequest)).toBeDefined();
  expect(await approvals.claim(approvalRequest)).toBeUndefined();
});

test.each([
  ['at its last moment', 10 * 60_000 - 1, true],
  ['after ten minutes', 10 * 60_000, false],
  ['before it was given, on a clock set back', -1, false],
])('An approval %s', async (_, later, usable) => {
  const opened = open();
  await opened.approvals.claim(approvalRequest);
  await approveOnly(opened);
  opened.world.now += later;
  expect((await opened.approvals.claim(approvalRequest)) !== undefined).toBe(usable);
});

test('A request that nobody answers for a day is gone', async () => {
  const { approvals, administration, world } = open();
  await approvals.claim(approvalRequest);
  const [request] = await administration.pending();
  world.now += 24 * 60 * 60_000;
  expect(await administration.pending()).toEqual([]);
  await expect(administration.approve(request?.id ?? '')).rejects.toThrow(/may have expired/);
  await expect(administration.deny(request?.id ?? '')).rejects.toThrow(/may have expired/);
});

test('What has expired leaves the disk when the operator answers something else', async () => {
  const { approvals, administration, world, root } = open();
  await approvals.claim(approvalRequest);
  world.now += 24 * 60 * 60_000;
  const bob = { ...approvalRequest.principal, id: 'bob' };
  await approvals.claim({ ...approvalRequest, principal: bob });
  expect(readdirSync(join(root, 'approvals'))).toHaveLength(2);
  const [request] = await administration.pending();
  await administration.deny(request?.id ?? '');
  expect(readdirSync(join(root, 'approvals'))).toEqual([]);
});

test('A denied request is gone and may be made again', async () => {
  const { approvals, administration, records } = open();
  await approvals.claim(approvalRequest);
  const [request] = await administration.pending();
  expect(await administration.deny(request?.id ?? '')).toEqual(request);
  expect(records.map(({ details }) => details)).toEqual([{ decision: 'denied', approval: request?.id }]);
  expect(await approvals.claim(approvalRequest)).toBeUndefined();
  expect(await administration.pending()).toHaveLength(1);
});

test.each(['', 'unknown', '__proto__', '../x', '0'.repeat(16)])('No request has the id %j', async (id) => {
  const { approvals, administration } = open();
  await approvals.claim(approvalRequest);
  await expect(administration.approve(id)).rejects.toThrow(/no request/);
  await expect(administration.deny(id)).rejects.toThrow(/no request/);
});

const changed: Readonly<Record<string, Partial<InstalledPack>>> = {
  surface: { surfaceSha256: '9'.repeat(64) },
  policy: { policySha256: '9'.repeat(64) },
};

test.each(Object.entries(changed))('Another %s makes a given approval unusable', async (_, change) => {
  const opened = open();
  await opened.approvals.claim(approvalRequest);
  await approveOnly(opened);
  const later: ApprovalRequest = { ...approvalRequest, pack: { ...requestedPack, ...change } };
  expect(await opened.approvals.claim(later)).toBeUndefined();
});

test.each(Object.entries(changed))('A request from before another %s is not approved', async (_, change) => {
  const { approvals, administration, world, records } = open();
  await approvals.claim(approvalRequest);
  const [request] = await administration.pending();
  world.pack = { ...requestedPack, ...change };
  await expect(administration.approve(request?.id ?? '')).rejects.toThrow(/not what it was.*--deny/);
  expect(records).toEqual([]);
  await administration.deny(request?.id ?? '');
});

test('Requests of one principal are bounded, and others have room', async () => {
  const { approvals, administration, notices } = open();
  for (let amount = 0; amount <= mostPending; amount += 1) {
    expect(await approvals.claim({ ...approvalRequest, args: { amount } })).toBeUndefined();
  }
  expect(await administration.pending()).toHaveLength(mostPending);
  expect(notices).toEqual([expect.stringContaining(`ada of tenant acme has ${mostPending} requests waiting`)]);
  for (const other of [{ id: 'bob' }, { tenant: 'other' }]) {
    await approvals.claim({ ...approvalRequest, principal: { ...approvalRequest.principal, ...other } });
  }
  expect(await administration.pending()).toHaveLength(mostPending + 2);
});

test('The largest requests all fit, and a larger one is refused and told', async () => {
  const { approvals, administration, notices } = open();
  const text = '"'.repeat((mostArgumentBytes - 100) / 2);
  for (let amount = 0; amount < mostPending; amount += 1) {
    await approvals.claim({ ...approvalRequest, args: { amount, text } });
  }
  expect(await administration.pending()).toHaveLength(mostPending);
  expect(notices).toEqual([]);
  const bob = { ...approvalRequest.principal, id: 'bob' };
  await approvals.claim({ ...approvalRequest, principal: bob, args: { text: 'x'.repeat(mostArgumentBytes) } });
  expect(await administration.pending()).toHaveLength(mostPending);
  expect(notices).toEqual([expect.stringContaining('too many to be shown')]);
});

test('Arguments named like members of the prototype are shown and bound like others', async () => {
  const opened = open();
  const args = JSON.parse('{"__proto__": {"amount": 1}, "constructor": 2}') as Record<string, unknown>;
  await opened.approvals.claim({ ...approvalRequest, args });
  const [request] = await opened.administration.pending();
  expect(JSON.stringify(request?.args)).toBe('{"__proto__":{"amount":1},"constructor":2}');
  await approveOnly(opened);
  const other = JSON.parse('{"__proto__": {"amount": 2}, "constructor": 2}') as Record<string, unknown>;
  expect(await opened.approvals.claim({ ...approvalRequest, args: other })).toBeUndefined();
  expect(await opened.approvals.claim({ ...approvalRequest, args })).toBeDefined();
});

test('What cannot be recorded is neither approved nor denied', async () => {
  const { approvals, administration, world } = open();
  await approvals.claim(approvalRequest);
  const [request] = await administration.pending();
  world.auditBroken = true;
  await expect(administration.approve(request?.id ?? '')).rejects.toThrow(/audit unavailable/);
  await expect(administration.deny(request?.id ?? '')).rejects.toThrow(/audit unavailable/);
  expect(await approvals.claim(approvalRequest)).toBeUndefined();
  expect(await administration.pending()).toEqual([request]);
});

test('A decision is recorded with the call it is about and without its secrets', async () => {
  const opened = open();
  await opened.approvals.claim(approvalRequest);
  const id = await approveOnly(opened);
  expect(opened.records).toEqual([
    {
      session_id: 's1',
      principal: 'ada',
      tenant: 'acme',
      pack_id: 'ledger',
      verb_key: 'transfer',
      redacted_args: { amount: 10, pin: '[redacted]' },
      surface_sha256: requestedPack.surfaceSha256,
      policy_sha256: requestedPack.policySha256,
      binding_mode: 'public',
      details: {
        decision: 'approved',
        approval: id,
        expires_at: new Date(opened.world.now + 10 * 60_000).toISOString(),
      },
    },
  ]);
});

test('A corrupt file approves nothing, names itself and stays; other principals are served', async () => {
  const opened = open();
  await opened.approvals.claim(approvalRequest);
  await approveOnly(opened);
  const folder = join(opened.root, 'approvals');
  const [name = ''] = readdirSync(folder);
  const good = readFileSync(join(folder, name), 'utf8');
  for (const text of ['', '{', good.replace('"version": 1', '"version": 2'), good.replace('"ada"', '"bob"')]) {
    writeFileSync(join(folder, name), text);
    await expect(opened.approvals.claim(approvalRequest)).rejects.toThrow(name);
    await expect(opened.administration.pending()).rejects.toThrow(name);
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
    const bob = { ...approvalRequest.principal, id: 'bob' };
    expect(await opened.approvals.claim({ ...approvalRequest, principal: bob })).toBeUndefined();
  }
});

test('A principal and tenant that read alike when joined have approvals of their own', async () => {
  const opened = open();
  const of = (tenant: string, id: string): ApprovalRequest => ({
    ...approvalRequest,
    principal: { ...approvalRequest.principal, tenant, id },
  });
  await opened.approvals.claim(of('a","b', 'c'));
  await approveOnly(opened);
  expect(await opened.approvals.claim(of('a', 'b","c'))).toBeUndefined();
  expect(await opened.approvals.claim(of('a","b', 'c'))).toBeDefined();
});

test('Of eight processes that claim one approval at once exactly one has it', async () => {
  const opened = open();
  await opened.approvals.claim(approvalRequest);
  await approveOnly(opened);
  const ends = Array.from({ length: 8 }, () => fixtureEnd(startFixture('claim-approval.ts', [opened.root])));
  const results = await Promise.all(ends);
  expect(results.map(({ stderr }) => stderr).join('')).toBe('');
  expect(results.map(({ stdout }) => stdout).sort()).toEqual([...Array<string>(7).fill('refused'), 'claimed'].sort());
});

test('An approval whose claimant is killed before it ran is used up', async () => {
  const opened = open();
  await opened.approvals.claim(approvalRequest);
  await approveOnly(opened);
  const child = startFixture('claim-approval.ts', [opened.root, 'hang']);
  const end = fixtureEnd(child);
  await new Promise<void>((done) => child.stdout?.once('data', () => done()));
  child.kill('SIGKILL');
  expect((await end).stdout).toBe('claimed');
  expect(await opened.approvals.claim(approvalRequest)).toBeUndefined();
});
