import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCallScheduler, type CallLimits, type CallScheduler } from '../../src/limits/call-scheduler.js';

const limits: CallLimits = { maxRunning: 4, maxRunningPerPrincipal: 3, maxQueued: 6, maxQueuedPerPrincipal: 4 };
const never = new AbortController().signal;

/** Starts a call that runs until its `end` is called; `log` tells who was started. */
function startCall(
  scheduler: CallScheduler,
  owner: string,
  log: string[],
): { end: () => void; done: Promise<unknown> } {
  let end = (): void => undefined;
  const until = new Promise<void>((resolve) => (end = resolve));
  const done = scheduler.run({ owner, signal: never }, async () => {
    log.push(owner);
    await until;
  });
  return { end: () => end(), done };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a call scheduler', () => {
  it('keeps every bound, loses no call and starts all that can start, whatever comes and goes', async () => {
    const act = fc.oneof(
      fc.record({ kind: fc.constant('call' as const), owner: fc.constantFrom('ada', 'bob', 'eve') }),
      fc.record({ kind: fc.constantFrom('end' as const, 'leave' as const), at: fc.nat(20) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 60 }), async (acts) => {
        const scheduler = createCallScheduler(limits);
        const running = new Map<object, string>();
        const live: { owner: string; end: () => void; leave: () => void; state: string }[] = [];
        for (const one of acts) {
          if (one.kind === 'call') {
            const client = new AbortController();
            let end = (): void => undefined;
            const until = new Promise<void>((resolve) => (end = resolve));
            const call = { owner: one.owner, end: () => end(), leave: () => client.abort(), state: 'waiting' };
            live.push(call);
            void scheduler
              .run({ owner: one.owner, signal: client.signal }, async () => {
                call.state = 'running';
                running.set(call, one.owner);
                await until;
                running.delete(call);
              })
              .then((answer) => (call.state = answer.started ? 'done' : answer.why));
          } else {
            const call = live[one.at % Math.max(1, live.length)];
            if (one.kind === 'leave') call?.leave();
            else if (call?.state === 'running') call.end();
          }
          await settled();
          const waiting = live.filter(({ state }) => state === 'waiting');
          const of = (owner: string, calls: Iterable<string>) => [...calls].filter((name) => name === owner).length;
          expect(scheduler.running()).toBe(running.size);
          expect(scheduler.queued()).toBe(waiting.length);
          expect(running.size).toBeLessThanOrEqual(limits.maxRunning);
          expect(waiting.length).toBeLessThanOrEqual(limits.maxQueued);
          for (const owner of ['ada', 'bob', 'eve']) {
            const runs = of(owner, running.values());
            const waits = of(
              owner,
              waiting.map((call) => call.owner),
            );
            expect(runs).toBeLessThanOrEqual(limits.maxRunningPerPrincipal);
            expect(waits).toBeLessThanOrEqual(limits.maxQueuedPerPrincipal);
            if (running.size < limits.maxRunning && runs < limits.maxRunningPerPrincipal) expect(waits).toBe(0);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('serves owners by turns, however many calls one of them has waiting', async () => {
    const scheduler = createCallScheduler({
      maxRunning: 1,
      maxRunningPerPrincipal: 1,
      maxQueued: 99,
      maxQueuedPerPrincipal: 99,
    });
    const log: string[] = [];
    const calls = ['ada', 'ada', 'ada', 'ada', 'bob', 'bob', 'eve'].map((owner) => startCall(scheduler, owner, log));
    for (const call of calls) call.end();
    await scheduler.idle();
    expect(log).toEqual(['ada', 'ada', 'bob', 'eve', 'ada', 'bob', 'ada']);
  });

  it('leaves places to others when one owner takes all it may', async () => {
    const scheduler = createCallScheduler(limits);
    const log: string[] = [];
    const greedy = Array.from({ length: 7 }, () => startCall(scheduler, 'ada', log));
    const other = startCall(scheduler, 'bob', log);
    await settled();
    expect(log).toEqual(['ada', 'ada', 'ada', 'bob']);
    for (const call of [...greedy, other]) call.end();
    await scheduler.idle();
    expect(log.length).toBe(8);
  });

  it('says whether the owner or everyone has too much waiting', async () => {
    const scheduler = createCallScheduler(limits);
    for (let call = 0; call < 7; call += 1) startCall(scheduler, 'ada', []);
    for (let call = 0; call < 3; call += 1) startCall(scheduler, 'bob', []);
    await settled();
    const refused = (owner: string) => scheduler.run({ owner, signal: never }, () => Promise.resolve());
    expect(await refused('ada')).toEqual({ started: false, why: 'owner_queue_full' });
    expect(await refused('eve')).toEqual({ started: false, why: 'queue_full' });
  });

  it('never starts a call whose client has left, and gives its place in the queue away', async () => {
    const scheduler = createCallScheduler({ ...limits, maxRunning: 1 });
    const log: string[] = [];
    const first = startCall(scheduler, 'ada', log);
    const client = new AbortController();
    const waiting = scheduler.run({ owner: 'ada', signal: client.signal }, () => Promise.resolve(log.push('left')));
    client.abort();
    expect(await waiting).toEqual({ started: false, why: 'gone' });
    expect(await scheduler.run({ owner: 'ada', signal: client.signal }, () => Promise.resolve())).toEqual({
      started: false,
      why: 'gone',
    });
    first.end();
    await scheduler.idle();
    expect([log, scheduler.queued()]).toEqual([['ada'], 0]);
  });

  it('starts nothing once it is closed, and is idle when what ran has ended', async () => {
    const scheduler = createCallScheduler({ ...limits, maxRunning: 1 });
    const log: string[] = [];
    const first = startCall(scheduler, 'ada', log);
    const second = startCall(scheduler, 'bob', log);
    scheduler.close();
    expect(await second.done).toEqual({ started: false, why: 'closed' });
    expect(await startCall(scheduler, 'eve', log).done).toEqual({ started: false, why: 'closed' });
    let idle = false;
    const ended = scheduler.idle().then(() => (idle = true));
    await settled();
    expect(idle).toBe(false);
    first.end();
    await ended;
    expect(log).toEqual(['ada']);
  });

  it('frees the place of work that fails', async () => {
    const scheduler = createCallScheduler({ ...limits, maxRunning: 1 });
    const failing = scheduler.run({ owner: 'ada', signal: never }, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await scheduler.run({ owner: 'ada', signal: never }, () => Promise.resolve(7))).toEqual({
      started: true,
      value: 7,
    });
  });
});
