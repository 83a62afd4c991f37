import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packOf, planOf, temporaryFolder, worldOf } from './composite-world.js';

const answerOf = async (body: string, args: Readonly<Record<string, unknown>> = {}) =>
  worldOf({ packs: [planOf(body)] }).call('transit', args);

describe('a handler of composite.js', () => {
  it('answers what it returns', async () => {
    expect(await answerOf('return { to: args.to, legs: [1, 2.5, null, true] };', { to: 'Zürich' })).toEqual({
      ok: true,
      pack_id: 'transit',
      verb_key: 'plan',
      result: { to: 'Zürich', legs: [1, 2.5, null, true] },
    });
  });

  it.each([
    ['return "[1]";', '[1]'],
    ['return 0;', 0],
    ['return false;', false],
    ['return null;', null],
    ['', null],
    ['return new Date(0);', '1970-01-01T00:00:00.000Z'],
    ['return { a: undefined, b: [] };', { b: [] }],
  ])('answers the value of %j as the JSON it is', async (body, result) => {
    expect(await answerOf(body)).toMatchObject({ ok: true, result });
  });

  it.each([
    ['return () => 1;', 'verb "plan" returned what is not JSON: it is a function'],
    ['return { go() {} };', 'verb "plan" returned what is not JSON: "go" is a function'],
    ['return [Symbol("x")];', 'verb "plan" returned what is not JSON: "0" is a symbol'],
    ['return { n: 1n };', 'verb "plan" returned what is not JSON: "n" is a BigInt; write String(value)'],
    ['return { n: NaN };', 'verb "plan" returned what is not JSON: "n" is the number NaN'],
    ['return { m: new Map() };', 'verb "plan" returned what is not JSON: "m" is a Map; write Object.fromEntries(map)'],
    ['return { s: new Set() };', 'verb "plan" returned what is not JSON: "s" is a Set; write [...set]'],
    ['return { p: context.exec({}) };', 'verb "plan" returned what is not JSON: "p" is a Promise; await it'],
    [
      'const a = {}; a.a = a; return a;',
      'verb "plan" returned what is not JSON: Converting circular structure to JSON',
    ],
    [
      'let a = []; for (let i = 0; i < 600; i++) a = [a]; return a;',
      'verb "plan" returned what is not JSON: it is nested more than 512 deep',
    ],
    ['return { toJSON() { throw new Error("no"); } };', 'verb "plan" returned what is not JSON: no'],
    ['throw new Error("no train today");', 'no train today'],
    ['throw new TypeError("");', 'verb "plan" threw an error without a message'],
    ['throw "late";', 'verb "plan" threw no Error but "late"'],
    ['throw undefined;', 'verb "plan" threw no Error but a value of type undefined'],
    ['throw { get message() { throw 1; } };', 'verb "plan" threw what cannot be read'],
    ['await undefined; null.x;', "Cannot read properties of null (reading 'x')"],
    [
      'Promise.reject(new Error("left alone")); await new Promise((r) => setTimeout(r, 5000));',
      'verb "plan" ended with an error that nothing caught: left alone',
    ],
    [
      'setTimeout(() => { throw 7; }); await new Promise((r) => setTimeout(r, 5000));',
      'verb "plan" ended with an error that nothing caught: verb "plan" threw no Error but a value of type number',
    ],
    [
      'process.exit(3);',
      'verb "plan" ended its thread (exit 3) before it answered: it called process.exit, or waits for what never comes',
    ],
    ['process.abort();', 'process.abort() is not supported in workers'],
    ['process.chdir("/");', 'process.chdir() is not supported in workers'],
  ])('fails with a text that says why: %s', async (body, error) => {
    expect(await answerOf(body)).toEqual({ ok: false, pack_id: 'transit', verb_key: 'plan', error });
  });

  it('that waits for what never comes is answered at once, not at its timeout', async () => {
    expect(await answerOf('await new Promise(() => {});')).toMatchObject({
      error: expect.stringContaining('waits for what never comes') as unknown,
    });
  });

  it('has no environment, no arguments, an input at its end, and an output that nobody reads', async () => {
    const body = `
      console.log('noise'); console.error('noise'); process.stdout.write('noise');
      const input = await new Promise((end) => process.stdin.on('end', () => end('at its end')).resume());
      return { environment: { ...process.env }, argv: process.argv.slice(2), flags: process.execArgv, input };`;
    expect(await answerOf(body)).toMatchObject({
      result: { environment: {}, argv: [], flags: [], input: 'at its end' },
    });
  });

  it('keeps nothing from one call to the next', async () => {
    const world = worldOf({ packs: [planOf('globalThis.n = (globalThis.n ?? 0) + 1; return globalThis.n;')] });
    expect([await world.call('transit'), await world.call('transit')]).toMatchObject([{ result: 1 }, { result: 1 }]);
  });

  it('is ended at its timeout although it loops without end, and the next call is answered', async () => {
    const loop = planOf('if (args.loop) for (;;) {} return 1;', { entry: { timeoutMs: 300 } });
    const world = worldOf({ packs: [loop] });
    expect(await world.call('transit', { loop: true })).toMatchObject({ ok: false, error: 'timed out after 300 ms' });
    const patient = worldOf({ packs: [planOf('return 1;')] });
    expect(await patient.call('transit')).toMatchObject({ result: 1 });
  });

  it('is ended when its module loops without end', async () => {
    const pack = packOf('transit', { 'composite.js': 'for (;;) {}' }, { entry: { timeoutMs: 300 } });
    expect(await worldOf({ packs: [pack] }).call('transit')).toMatchObject({ error: 'timed out after 300 ms' });
  });

  it('is told by its signal, has a moment to end, and is gone behind the answer', async () => {
    const folder = temporaryFolder();
    const body = `
      const { writeFileSync } = await import('node:fs');
      context.signal.addEventListener('abort', () => writeFileSync(args.told, ''));
      setTimeout(() => writeFileSync(args.late, ''), 2200);
      await new Promise(() => setInterval(() => {}, 100));`;
    const told = join(folder, 'told');
    const late = join(folder, 'late');
    const world = worldOf({ packs: [planOf(body, { entry: { timeoutMs: 1500 } })] });
    expect(await world.call('transit', { told, late })).toMatchObject({ error: 'timed out after 1500 ms' });
    expect(existsSync(told)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(existsSync(late)).toBe(false);
  });

  it('is cancelled with its caller, before and after it has started', async () => {
    const world = worldOf({ packs: [planOf('for (;;) {}')] });
    expect(await world.call('transit', {}, { signal: AbortSignal.abort() })).toMatchObject({ error: 'cancelled' });
    const { signal } = new AbortController();
    expect(signal.aborted).toBe(false);
    expect(await world.call('transit', {}, { signal: AbortSignal.timeout(300) })).toMatchObject({ error: 'cancelled' });
  });

  it.each([
    ['return "x".repeat(200);', 'output exceeded 100 bytes'],
    ['throw new Error("x".repeat(200));', 'output exceeded 100 bytes'],
    ['return "\\u20ac".repeat(34);', 'output exceeded 100 bytes'],
    ['return "x".repeat(98);', undefined],
  ])('has no more to say than its limit: %s', async (body, error) => {
    const world = worldOf({ packs: [planOf(body, { entry: { maxOutputBytes: 100 } })] });
    const answer = await world.call('transit');
    expect(answer['error']).toBe(error);
  });

  it('takes no more memory than a worker has', async () => {
    const body = 'const all = []; for (;;) all.push(new Array(100000).fill(Math.random()));';
    const world = worldOf({ packs: [planOf(body)], workerMemoryMb: 32 });
    expect(await world.call('transit')).toMatchObject({ error: 'verb "plan" used more than 32 MiB of memory' });
    const patient = worldOf({ packs: [planOf('return 1;')] });
    expect(await patient.call('transit')).toMatchObject({ result: 1 });
  });

  it('cannot answer by a message of its own making', async () => {
    const body = `
      const { parentPort } = await import('node:worker_threads');
      parentPort.postMessage({ type: 'done', end: { end: 'returned', text: '"forged"' } });
      return 'own';`;
    expect(await answerOf(body)).toMatchObject({ result: 'own' });
  });

  it('has the credential of its own Binding, and no secret of it leaves', async () => {
    const minted = {
      ok: true as const,
      env: { TOKEN: 'a-secret-token' },
      headers: { authorization: 'Bearer a-secret-token' },
      redact: (text: string) => text.replaceAll('a-secret-token', '[redacted]'),
    };
    const world = worldOf({ packs: [planOf('return [context.binding, args.fail.now];')], minted });
    expect(await world.call('transit', { fail: {} })).toMatchObject({
      result: [{ mode: 'public', env: { TOKEN: '[redacted]' }, headers: { authorization: 'Bearer [redacted]' } }, null],
    });
    const failing = worldOf({ packs: [planOf('throw new Error(context.binding.env.TOKEN);')], minted });
    expect(await failing.call('transit')).toMatchObject({ error: '[redacted]' });
  });
});

describe('where handlers stand', () => {
  it.each([
    ['in handlers', 'export const handlers = { plan: () => 1 };'],
    ['in the default export', 'export default { plan: () => 1 };'],
    ['as an export of the name', 'export function plan() { return 1; }'],
    ['as an export of a quoted name', 'const run = () => 1; export { run as "plan" };'],
  ])('%s', async (_where, text) => {
    expect(await worldOf({ packs: [packOf('transit', { 'composite.js': text })] }).call('transit')).toMatchObject({
      result: 1,
    });
  });

  it.each([
    ['export const handlers = {};', 'verb "plan" has no handler; export it in handlers of composite.js'],
    [
      'export const handlers = Object.create({ plan() {} });',
      'verb "plan" has no handler; export it in handlers of composite.js',
    ],
    ['export const plan = 1;', 'verb "plan" has no handler; export it in handlers of composite.js'],
    ['throw new Error("at the start");', 'composite.js cannot be loaded: at the start'],
    ['export const = 1;', "composite.js cannot be loaded: Unexpected token '='"],
  ])('and not in %s', async (text, error) => {
    const pack = packOf('transit', { 'composite.js': text });
    expect(await worldOf({ packs: [pack] }).call('transit')).toMatchObject({ ok: false, error });
  });

  it.each(['constructor', 'toString', 'then', 'handlers', 'default'])(
    'for a verb named %s as for any other',
    async (verbKey) => {
      const named = { 'composite.js': `export const handlers = { ["${verbKey}"]: () => "own" };` };
      const world = worldOf({
        packs: [
          packOf('named', named, { verbs: [verbKey] }),
          packOf('bare', { 'composite.js': 'export const handlers = {};' }, { verbs: [verbKey] }),
        ],
      });
      expect(await world.call('named', {}, { verbKey })).toMatchObject({ result: 'own' });
      expect(await world.call('bare', {}, { verbKey })).toMatchObject({
        error: `verb "${verbKey}" has no handler; export it in handlers of composite.js`,
      });
    },
  );
});
