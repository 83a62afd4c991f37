import { describe, expect, it } from 'vitest';
import { planOf, worldOf } from '../composite-world.js';

const call = `context.exec({ pack_id: 'nope', verb_key: 'sh', args: { s: 'x'.repeat(900000) } })`;
/** Finds the port to the runtime, as code can that changes what it was given. */
const findPort = `
  const { MessagePort } = await import('node:worker_threads');
  const { ref } = MessagePort.prototype;
  let port;
  MessagePort.prototype.ref = function () { port = this; return ref.call(this); };
  context.signal;`;

const mebibytes = (): number => process.memoryUsage.rss() / 2 ** 20;

describe('a handler that floods the runtime', () => {
  it.each([
    ['by calls that it does not await', `for (;;) ${call}.catch(() => {});`, /timed out after 3000 ms|MiB of memory/],
    [
      'over the port to the runtime',
      `${findPort} for (let id = 0; ; id++) port.postMessage({ type: 'exec', id: String(id), envelope: 'x'.repeat(900000) });`,
      /sent the runtime more than context.exec lets through/,
    ],
    [
      'by what is no message',
      `${findPort} for (;;) port.postMessage('x'.repeat(900000));`,
      /sent the runtime more than context.exec lets through/,
    ],
    [
      'over the port of its thread',
      `const { parentPort } = await import('node:worker_threads'); for (;;) parentPort.postMessage('x'.repeat(900000));`,
      /timed out after 3000 ms/,
    ],
  ])(
    '%s is ended, while others are answered and memory stays bounded',
    async (_how, body, error) => {
      const before = mebibytes();
      let most = before;
      const watch = setInterval(() => (most = Math.max(most, mebibytes())), 20);
      const world = worldOf({ packs: [planOf(body, { entry: { timeoutMs: 3000 } })] });
      const flooding = world.call('transit');
      const other = worldOf({ packs: [planOf('return 1;')] }).call('transit');
      expect(await other).toMatchObject({ ok: true, result: 1 });
      const answer = await flooding;
      clearInterval(watch);
      expect(answer).toMatchObject({ ok: false, error: expect.stringMatching(error) as unknown });
      expect(Math.max(most, mebibytes()) - before).toBeLessThan(300);
    },
    20_000,
  );

  it('by awaited calls makes no more than 1,000 of them, and is told so', async () => {
    const body = `
      let made = 0;
      try { for (;;) { await context.exec({ pack_id: 'nope', verb_key: 'sh' }); made++; } }
      catch (error) { return [made, error.message]; }`;
    const world = worldOf({ packs: [planOf(body)] });
    expect(await world.call('transit')).toMatchObject({
      result: [1000, 'context.exec: one run of a handler makes at most 1000 calls'],
    });
    expect(world.records.filter(({ pack_id }) => pack_id === 'nope')).toHaveLength(1000);
  });

  it('has the runtime count for itself, also where answers are read', async () => {
    const body = `${findPort}
      const ids = [];
      port.on('message', ({ next }) => ids.push(next));
      await context.exec({ pack_id: 'nope', verb_key: 'sh' });
      for (;;) {
        for (const id of ids.splice(0)) port.postMessage({ type: 'exec', id, envelope: '{"pack_id":"nope","verb_key":"sh"}' });
        await new Promise((turn) => setImmediate(turn));
      }`;
    const world = worldOf({ packs: [planOf(body)] });
    expect(await world.call('transit')).toMatchObject({
      error: expect.stringContaining('more than context.exec lets through') as unknown,
    });
    expect(world.records.filter(({ pack_id }) => pack_id === 'nope').length).toBeLessThanOrEqual(1000);
  });
});

describe('a handler that waits for its signal alone', () => {
  it.each([
    'context.signal.addEventListener("abort", end);',
    'context.signal.onabort = end;',
    'AbortSignal.any([context.signal]).onabort = end;',
  ])('lives until its time is over: %s', async (listen) => {
    const world = worldOf({
      packs: [planOf(`await new Promise((end) => { ${listen} });`, { entry: { timeoutMs: 700 } })],
    });
    expect(await world.call('transit')).toMatchObject({ error: 'timed out after 700 ms' });
  });

  it('lives until it is cancelled, also after an inner call', async () => {
    const body = `
      const { signal } = context;
      await context.exec({ pack_id: 'nope', verb_key: 'sh' });
      await new Promise((end) => signal.addEventListener('abort', end));`;
    const world = worldOf({ packs: [planOf(body)] });
    expect(await world.call('transit', {}, { signal: AbortSignal.timeout(700) })).toMatchObject({ error: 'cancelled' });
  });
});
