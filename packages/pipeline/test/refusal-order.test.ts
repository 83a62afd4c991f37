import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { execute } from '../src/index.js';
import { ada, entryOf, openSession, packOf, worldOf, type World } from './memory-ports.js';

interface Condition {
  readonly step: string;
  readonly error: string;
  readonly exitStatus: 1 | 3;
  readonly spoil: (world: World) => void;
  /** Ports that have been called when this condition decides. */
  readonly reached: readonly string[];
}

const entry = entryOf();
const notActivated = { ...openSession, activated: [] };
const repack = (world: World, change: Partial<NonNullable<World['pack']>>): void => {
  if (world.pack !== undefined) world.pack = { ...world.pack, ...change };
};

/** Every failing condition of §6.3 and profile P2, in the order in which they decide. */
const conditions: readonly Condition[] = [
  {
    step: '1',
    error: 'unknown pack ledger',
    exitStatus: 3,
    reached: ['packs'],
    spoil: (world) => (world.pack = undefined),
  },
  {
    step: '2',
    error: 'pack ledger not activated',
    exitStatus: 3,
    reached: ['packs', 'sessions'],
    spoil: (world) => (world.session = world.session && { ...world.session, activated: [] }),
  },
  {
    step: '3',
    error: 'no policy for transfer',
    exitStatus: 3,
    reached: ['packs', 'sessions'],
    spoil: (world) => repack(world, { policy: { surfaceId: 'ledger', land: 'device', verbs: {} } }),
  },
  {
    step: '4',
    error: 'denied: unauthenticated',
    exitStatus: 3,
    reached: ['packs', 'sessions', 'authenticator'],
    spoil: (world) => (world.principal = undefined),
  },
  {
    step: '4',
    error: 'denied: tenant unresolved',
    exitStatus: 3,
    reached: ['packs', 'sessions', 'authenticator'],
    spoil: (world) => (world.principal = world.principal && { ...world.principal, tenant: '' }),
  },
  {
    step: '4',
    error: 'denied: session belongs to another principal',
    exitStatus: 3,
    reached: ['packs', 'sessions', 'authenticator'],
    spoil: (world) => (world.session = world.session && { ...world.session, principal_id: 'eve' }),
  },
  {
    step: '4',
    error: "denied: project p9 is not the principal's",
    exitStatus: 3,
    reached: ['packs', 'sessions', 'authenticator'],
    spoil: (world) => (world.session = world.session && { ...world.session, project_id: 'p9' }),
  },
  {
    step: '5',
    error: 'denied: missing ledger.transfer for ledger.transfer',
    exitStatus: 3,
    reached: ['packs', 'sessions', 'authenticator'],
    spoil: (world) => (world.principal = world.principal && { ...world.principal, capabilities: ['other.*'] }),
  },
  {
    step: '6',
    error: 'confirm required',
    exitStatus: 3,
    reached: ['packs', 'sessions', 'authenticator'],
    spoil: (world) => void world.calls.unshift('unconfirmed'),
  },
  {
    step: '6b',
    error: 'invalid args: /amount must be a number, not a string',
    exitStatus: 3,
    reached: ['packs', 'sessions', 'authenticator'],
    spoil: (world) => {
      const schema = { type: 'object', properties: { amount: { type: 'number' } } };
      if (world.pack === undefined) return;
      const { manifest } = world.pack;
      repack(world, {
        manifest: { ...manifest, verbs: { transfer: { ...manifest.verbs['transfer'], args: schema } } },
      });
    },
  },
  {
    step: '6b',
    error: 'adapter wrap not executable in hcp',
    exitStatus: 3,
    reached: ['packs', 'sessions', 'authenticator'],
    spoil: (world) => Object.assign(world.ports, { adapters: new Map() }),
  },
  {
    step: '6b',
    error: 'invalid args: /payee must not start with "-"',
    exitStatus: 3,
    reached: ['packs', 'sessions', 'authenticator', 'render'],
    spoil: (world) => (world.renderRefusal = '/payee must not start with "-"'),
  },
  {
    step: '6c',
    error: 'audit unavailable',
    exitStatus: 3,
    reached: ['packs', 'sessions', 'authenticator', 'render', 'audit.intent'],
    spoil: (world) => (world.auditBroken = true),
  },
  {
    step: '7',
    error: 'binding: family "ledger" is not connected to this pack',
    exitStatus: 3,
    reached: ['packs', 'sessions', 'authenticator', 'render', 'audit.intent', 'mint'],
    spoil: (world) => (world.minted = { ok: false, reason: 'family "ledger" is not connected to this pack' }),
  },
  {
    step: '8',
    error: 'sandbox: bin "./ledger" not allowlisted',
    exitStatus: 3,
    reached: ['packs', 'sessions', 'authenticator', 'render', 'audit.intent', 'mint', 'run'],
    spoil: (world) => {
      world.outcome = { ok: false, code: 'sandbox', started: false, error: 'sandbox: bin "./ledger" not allowlisted' };
    },
  },
];

/** Runs one call in a world spoiled by these conditions. */
async function callSpoiledBy(indices: readonly number[]) {
  const world = worldOf({ pack: packOf(entry), principal: ada });
  for (const index of indices) conditions[index]!.spoil(world);
  const confirmed = world.calls[0] !== 'unconfirmed';
  world.calls.length = 0;
  const args = { amount: '10', ...(confirmed ? { confirm: true } : {}) };
  const report = await execute({ packId: 'ledger', verbKey: 'transfer', args }, world.caller, world.ports);
  return { world, report };
}

describe('the order of refusals', () => {
  it('goes through when nothing is wrong', async () => {
    const { world, report } = await callSpoiledBy([]);
    expect(report.envelope).toMatchObject({ ok: true, result: { json: '{"done":true}' } });
    expect(report.exitStatus).toBe(0);
    expect(world.records.map(({ event, ok, step }) => [event, ok, step])).toEqual([
      ['intent', null, '6c'],
      ['outcome', true, '9'],
    ]);
  });

  it.each(conditions.map((condition, index) => [condition.error, index] as const))(
    'refuses alone: %s',
    async (error, index) => {
      const { report } = await callSpoiledBy([index]);
      expect(report.envelope).toEqual({ ok: false, pack_id: 'ledger', verb_key: 'transfer', error });
      expect(report.step).toBe(conditions[index]!.step);
      expect(report.exitStatus).toBe(conditions[index]!.exitStatus);
    },
  );

  it('lets the first failing step decide, calls no later port and leaves one record naming the step', async () => {
    const subset = fc.uniqueArray(fc.nat(conditions.length - 1), { minLength: 1, maxLength: conditions.length });
    await fc.assert(
      fc.asyncProperty(subset, async (indices) => {
        const first = conditions[Math.min(...indices)]!;
        const auditBroken = indices.includes(12);
        const { world, report } = await callSpoiledBy(indices);
        expect(report.envelope).toEqual({ ok: false, pack_id: 'ledger', verb_key: 'transfer', error: first.error });
        expect([report.step, report.exitStatus]).toEqual([first.step, first.exitStatus]);
        const beforeRecord = world.calls.filter((name) => name !== 'audit.denial' && name !== 'audit.outcome');
        expect(beforeRecord).toEqual(first.reached);
        expect(world.calls.length).toBe(first.reached.length + 1);
        const last = world.records.at(-1);
        if (auditBroken) expect(world.records).toEqual([]);
        else expect([last?.step, last?.error, last?.ok]).toEqual([first.step, first.error, false]);
        expect(world.records.filter(({ event }) => event !== 'intent').length).toBe(auditBroken ? 0 : 1);
      }),
      { numRuns: 2000 },
    );
  });

  it('treats an absent session, an unknown one and one without the pack alike', async () => {
    for (const session of [undefined, notActivated]) {
      const world = worldOf({ session });
      const report = await execute(
        { packId: 'ledger', verbKey: 'transfer', args: { confirm: true } },
        world.caller,
        world.ports,
      );
      expect(report.envelope).toMatchObject({ error: 'pack ledger not activated' });
    }
    const world = worldOf({ caller: { face: 'embedded', sessionId: null, credential: null } });
    const report = await execute({ packId: 'ledger', verbKey: 'transfer', args: {} }, world.caller, world.ports);
    expect(report.envelope).toMatchObject({ error: 'pack ledger not activated' });
    expect(world.calls).not.toContain('sessions');
  });
});
