import { describe, expect, it } from 'vitest';
import { dryRun, execute } from '@hcp/pipeline';
import type { CompositeHandler } from '../src/index.js';
import { packOf, planOf, worldOf } from './composite-world.js';

const bare = packOf.bind(undefined, 'transit', {});
const withHandler = (plan: CompositeHandler, facts = {}) =>
  worldOf({ packs: [bare(facts), packOf('stops', {}, { kind: 'wrap' })], handlers: { transit: { plan } } });

describe('a handler that the embedding program brings', () => {
  it('runs in its own thread, with arguments, context and inner calls', async () => {
    const world = withHandler(async (args, { exec, binding, signal }) => {
      const found = await exec({ pack_id: 'stops', verb_key: 'plan', args });
      return { found, binding, aborted: signal.aborted };
    });
    expect(await world.call('transit', { name: 'Bern' })).toMatchObject({
      result: {
        found: { ok: true, result: { echo: { name: 'Bern' } } },
        binding: { mode: 'public', env: {}, headers: {} },
        aborted: false,
      },
    });
  });

  it.each([
    [() => 1n, 'verb "plan" returned what is not JSON: it is a BigInt; write String(value)'],
    [() => Promise.reject(new Error('no train')), 'no train'],
    [
      (_args: unknown, { exec }: { exec: (envelope: never) => unknown }) =>
        exec({ pack_id: 'x', verb_key: 'y' } as never),
      'x y: unknown pack x',
    ],
  ] as const)('fails as one in a worker does', async (plan, error) => {
    expect(await withHandler(plan as CompositeHandler).call('transit')).toMatchObject({ ok: false, error });
  });

  it('is told to stop and answered at its timeout, and can call nothing from then on', async () => {
    let late: Promise<unknown> | undefined;
    const world = withHandler(
      (_args, { exec, signal }) =>
        new Promise(() => {
          signal.addEventListener('abort', () => {
            late = exec({ pack_id: 'stops', verb_key: 'plan' }).catch((error: unknown) => error);
          });
        }),
      { entry: { timeoutMs: 100 } },
    );
    expect(await world.call('transit')).toMatchObject({ error: 'timed out after 100 ms' });
    expect(await late).toEqual(new Error('the composite call has ended'));
    expect(world.records.map(({ pack_id }) => pack_id)).toEqual(['transit', 'transit']);
  });

  it('is not started for a call that is cancelled already', async () => {
    let ran = false;
    const world = withHandler(() => (ran = true));
    expect(await world.call('transit', {}, { signal: AbortSignal.abort() })).toMatchObject({ error: 'cancelled' });
    expect(ran).toBe(false);
  });

  it('stands for the whole pack: a verb without one loads no composite.js', async () => {
    const pack = planOf('return 1;');
    const world = worldOf({ packs: [pack], handlers: { transit: {} } });
    expect(await world.call('transit')).toMatchObject({ error: 'verb "plan" has no handler; register one' });
  });

  it('is found by own keys only', async () => {
    const world = worldOf({ packs: [packOf('constructor', {})] });
    expect(await world.call('constructor')).toMatchObject({ error: 'adapter composite not executable in hcp' });
    const verb = worldOf({ packs: [packOf('transit', {}, { verbs: ['toString'] })], handlers: { transit: {} } });
    expect(await verb.call('transit', {}, { verbKey: 'toString' })).toMatchObject({
      error: 'verb "toString" has no handler; register one',
    });
  });
});

describe('the composite adapter', () => {
  it('has nothing to execute of a pack without handlers', async () => {
    expect(await worldOf({ packs: [bare()] }).call('transit')).toMatchObject({
      error: 'adapter composite not executable in hcp',
    });
  });

  it.each([{ handlers: { transit: { plan: () => 1 } } }, {}])(
    'starts nothing that it may not run in process',
    async (more) => {
      const world = worldOf({
        packs: [planOf('return 1;')],
        refusalOf: () => 'composite code runs in process',
        ...more,
      });
      const envelope = { packId: 'transit', verbKey: 'plan', args: {} };
      const report = await execute(envelope, { face: 'embedded', sessionId: 's1', credential: null }, world.ports);
      expect(report.envelope).toMatchObject({ ok: false, error: 'sandbox: composite code runs in process' });
      expect([report.step, report.exitStatus]).toEqual(['8', 3]);
    },
  );

  it('loads no code that is not trusted', async () => {
    const world = worldOf({ packs: [planOf('return 1;', { trusted: false })] });
    expect(await world.call('transit')).toMatchObject({
      error: 'sandbox: composite.js is not trusted; the operator can accept it with hcp install --update --trust-code',
    });
  });

  it('shows in a dry run what would be called, without its secrets, and starts nothing', async () => {
    const world = worldOf({ packs: [planOf('process.exit();', { entry: { secretArgs: ['pin'] } })] });
    const envelope = { packId: 'transit', verbKey: 'plan', args: { to: 'Bern', pin: '1234' } };
    const report = await dryRun(envelope, { face: 'embedded', sessionId: 's1', credential: null }, world.ports);
    expect(report.line).toBe(
      '{"ok":true,"pack_id":"transit","verb_key":"plan","result":{"dry_run":true,"handler":"plan","args":{"to":"Bern","pin":"[redacted]"}}}',
    );
  });
});
