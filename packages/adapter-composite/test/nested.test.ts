import { describe, expect, it } from 'vitest';
import type { Adapter, AuditEvent } from '@hcp/pipeline';
import { packOf, planOf, worldOf } from './composite-world.js';

const inner = (facts = {}) => packOf('stops', {}, { kind: 'wrap', ...facts });
const execOf = (args: string) => `context.exec({ pack_id: 'stops', verb_key: 'plan', args: ${args} })`;

/** A program that runs until its signal ends it, and says when it started and was gone. */
const endless =
  (seen: string[]): Adapter['render'] =>
  () => ({
    ok: true,
    preview: {},
    run: (call) =>
      new Promise((resolve) => {
        seen.push('started');
        call.signal?.addEventListener('abort', () => {
          setTimeout(() => {
            seen.push('gone');
            resolve({ ok: false, code: 'cancelled', started: true, error: 'cancelled' });
          }, 100);
        });
      }),
  });

describe('context.exec', () => {
  it('answers the result envelope of the inner call', async () => {
    const world = worldOf({ packs: [planOf(`return ${execOf('{ name: args.name }')};`), inner()] });
    expect(await world.call('transit', { name: 'Bern' })).toMatchObject({
      result: { ok: true, pack_id: 'stops', verb_key: 'plan', result: { echo: { name: 'Bern' } } },
    });
    const told = world.records.map(({ event, parent, pack_id }: AuditEvent) => [event, parent, pack_id]);
    expect(told).toEqual([
      ['intent', null, 'transit'],
      ['intent', 'call-0', 'stops'],
      ['outcome', 'call-0', 'stops'],
      ['outcome', null, 'transit'],
    ]);
  });

  it('answers a refusal as a value that a handler can look at', async () => {
    const body = `const found = await ${execOf('{}')}; return { error: found.error, ok: found.ok };`;
    const world = worldOf({ packs: [planOf(body), inner({ entry: { confirm: true } })] });
    expect(await world.call('transit')).toMatchObject({ ok: true, result: { ok: false, error: 'confirm required' } });
  });

  it.each(['return await', 'throw await'])('is the failure of its caller where a handler does %s', async (how) => {
    const world = worldOf({ packs: [planOf(`${how} ${execOf('{}')};`), inner({ entry: { confirm: true } })] });
    expect(await world.call('transit')).toEqual({
      ok: false,
      pack_id: 'transit',
      verb_key: 'plan',
      error: 'stops plan: confirm required',
    });
  });

  it('names every call on the way of a refusal that is handed on', async () => {
    const outer = packOf('outer', {
      'composite.js': `export const plan = (args, context) => context.exec({ pack_id: 'transit', verb_key: 'plan' });`,
    });
    const world = worldOf({ packs: [outer, planOf(`return ${execOf('{}')};`), inner({ entry: { confirm: true } })] });
    expect(await world.call('outer')).toMatchObject({ error: 'transit plan: stops plan: confirm required' });
  });

  it.each([
    ['{ pack_id: 1 }', 'invalid envelope: /pack_id must be a non-empty string'],
    ['null', 'invalid envelope: / must be an object'],
    ['{ pack_id: "gone", verb_key: "x" }', 'unknown pack gone'],
  ])('answers %s as any face would', async (envelope, error) => {
    const world = worldOf({ packs: [planOf(`return { ...(await context.exec(${envelope})) };`)] });
    expect(await world.call('transit')).toMatchObject({ result: { ok: false, error } });
  });

  it('throws for what no envelope can carry', async () => {
    const world = worldOf({ packs: [planOf(`return ${execOf('{ f() {} }')};`), inner()] });
    expect(await world.call('transit')).toMatchObject({
      error: 'context.exec takes an envelope that is JSON: "f" is a function',
    });
  });

  it('keeps the digits of an integer that a number would round, and refuses to send one', async () => {
    const big = '{"id":9007199254740993}';
    const program: Adapter['render'] = () => ({
      ok: true,
      preview: {},
      run: () => Promise.resolve({ ok: true, output: big }),
    });
    const body = `const { result } = await ${execOf('{}')}; return { result, sent: await ${execOf('result')} };`;
    const world = worldOf({ packs: [planOf(body), inner()], program });
    expect(await world.call('transit')).toMatchObject({
      ok: true,
      result: {
        sent: { error: 'invalid envelope: /args/id is an integer JSON cannot carry exactly; send it as a string' },
      },
    });
  });

  it('is stopped at the depth limit where composites call one another in a circle', async () => {
    const body = `return context.exec({ pack_id: 'transit', verb_key: 'plan' });`;
    const { error } = await worldOf({ packs: [planOf(body)] }).call('transit');
    expect(error).toBe(
      `${'transit plan: '.repeat(9)}denied: composite calls nest at most 8 deep; a composite may be calling itself`,
    );
  });

  it('cannot run on behind the answer of its caller', async () => {
    const seen: string[] = [];
    const world = worldOf({
      packs: [planOf(`void ${execOf('{}')}; await new Promise((r) => setTimeout(r, 200));`), inner()],
      program: endless(seen),
    });
    expect(await world.call('transit')).toMatchObject({ ok: true, result: null });
    expect(seen).toEqual(['started', 'gone']);
    expect(world.records.map(({ event, pack_id }) => `${event} ${pack_id}`)).toEqual([
      'intent transit',
      'intent stops',
      'outcome stops',
      'outcome transit',
    ]);
  });

  it.each([
    { how: 'out of time', signal: 0, entry: { timeoutMs: 1000 }, error: 'timed out after 1000 ms' },
    { how: 'cancelled', signal: 1000, entry: {}, error: 'cancelled' },
  ])('ends with its caller, which is $how', async ({ signal, entry, error }) => {
    const seen: string[] = [];
    const world = worldOf({ packs: [planOf(`return ${execOf('{}')};`, { entry }), inner()], program: endless(seen) });
    const caller = signal === 0 ? {} : { signal: AbortSignal.timeout(signal) };
    expect(await world.call('transit', {}, caller)).toMatchObject({ ok: false, error });
    expect(seen).toEqual(['started', 'gone']);
  });

  it('runs some at a time when a handler asks for many at once', async () => {
    let running = 0;
    let most = 0;
    const program: Adapter['render'] = () => ({
      ok: true,
      preview: {},
      run: async () => {
        most = Math.max(most, (running += 1));
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        return { ok: true, output: '1' };
      },
    });
    const body = `return (await Promise.all(Array.from({ length: 100 }, () => ${execOf('{}')}))).filter((r) => r.ok).length;`;
    const world = worldOf({ packs: [planOf(body), inner()], program });
    expect(await world.call('transit')).toMatchObject({ result: 100 });
    expect(most).toBeLessThanOrEqual(8);
  });

  it('serves 200 composite calls at once, each with its own answer', { timeout: 120_000 }, async () => {
    const body = `const found = await ${execOf('{ n: args.n }')}; return { asked: args.n, found: found.result.echo.n };`;
    const world = worldOf({ packs: [planOf(body, { entry: { timeoutMs: 110_000 } }), inner()] });
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => world.call('transit', { n })));
    expect(answers.map(({ result }) => result)).toEqual(
      Array.from({ length: 200 }, (_, n) => ({ asked: n, found: n })),
    );
    expect(world.records).toHaveLength(800);
  });

  it('of composites inside composites never waits for a worker that waits for it', { timeout: 60_000 }, async () => {
    const outer = packOf('outer', {
      'composite.js': `export const plan = async (args, context) => {
        const ask = () => context.exec({ pack_id: 'transit', verb_key: 'plan' });
        return (await Promise.all([ask(), ask(), ask()])).map((answer) => answer.ok);
      };`,
    });
    const world = worldOf({ packs: [outer, planOf(`return (await ${execOf('{}')}).ok;`), inner()], workers: 1 });
    const answers = await Promise.all(Array.from({ length: 4 }, () => world.call('outer')));
    expect(answers.map(({ result }) => result)).toEqual(Array.from({ length: 4 }, () => [true, true, true]));
  });

  it('waits for a worker no longer than its caller has time', async () => {
    const world = worldOf({ packs: [planOf('for (;;) {}', { entry: { timeoutMs: 500 } })], workers: 1 });
    const answers = await Promise.all([world.call('transit'), world.call('transit')]);
    expect(answers.map(({ error }) => error)).toEqual(['timed out after 500 ms', 'timed out after 500 ms']);
  });
});
