import { once } from 'node:events';
import { appendFileSync, readFileSync, readdirSync, readlinkSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endWorkers, finished, ready, startWorker } from './start-worker.js';
import { firstFile, pause, runCall, type SampleAudit, sampleAudit, sampleEvent } from './sample-audit.js';

let sample: SampleAudit;
beforeEach(() => {
  sample = sampleAudit();
});
afterEach(async () => {
  endWorkers();
  await sample.remove();
});

const eventsOf = (callId: string): unknown[] =>
  sample
    .names()
    .flatMap((name) => sample.records(name))
    .filter((record) => record['call_id'] === callId)
    .map((record) => record['event']);

const nothingToEnd = { endCall: () => Promise.resolve() };

/** Changes members of the head, keeping its size. */
const changeHead = (change: Readonly<Record<string, unknown>>): void => {
  const head = JSON.parse(sample.text('head.json')) as Record<string, unknown>;
  writeFileSync(sample.path('head.json'), `${JSON.stringify({ ...head, ...change }).padEnd(479)}\n`);
};

describe('a torn last line', () => {
  const torn = ['{"v":1,"seq":3,"ts"', '{"v":1}\n', '\0'.repeat(4096), 'x\n{"v":1,"seq":3', '{"v":1,"seq":3}\n\n'];

  it.each(torn)('is cut off, kept in a file of its own and told by a recovery record (%#)', async (tail) => {
    const first = sample.open();
    await runCall(first, 'one');
    await first.close();
    const good = sample.text();
    appendFileSync(sample.path(firstFile), tail);
    const audit = sample.open();
    await runCall(audit, 'two');
    await audit.flush();
    expect(sample.text().startsWith(good)).toBe(true);
    const records = sample.records();
    expect(records.map((record) => record['event'])).toEqual(['intent', 'outcome', 'recovery', 'intent', 'outcome']);
    const details = records[2]!['details'] as Record<string, unknown>;
    expect(details).toMatchObject({
      reason: 'torn record',
      file: firstFile,
      from_byte: good.length,
      bytes: tail.length,
    });
    expect(sample.text(String(details['kept_in']))).toBe(tail);
    expect(sample.notices.join()).toContain(String(details['kept_in']));
    expect(await audit.verify()).toMatchObject({ ok: true, records: 5 });
  });

  it('is no problem for verify, unless the head names a record in it', async () => {
    const audit = sample.open();
    await runCall(audit, 'one');
    await audit.flush();
    const whole = sample.text();
    appendFileSync(sample.path(firstFile), '{"v":1,"se');
    expect(await audit.verify()).toMatchObject({ ok: true, records: 2 });
    expect(sample.notices.join()).toContain('unfinished');
    truncateSync(sample.path(firstFile), whole.length - 1);
    expect(await audit.verify()).toMatchObject({ ok: false });
  });

  it('is kept apart from an earlier one at the same place', async () => {
    const first = sample.open();
    await runCall(first, 'one');
    await first.close();
    const end = sample.text().length;
    writeFileSync(sample.path(`torn-3-${end}.txt`), 'earlier');
    appendFileSync(sample.path(firstFile), 'later');
    await runCall(sample.open(), 'two');
    expect(sample.text(`torn-3-${end}.txt`)).toBe('earlier');
    expect(sample.text(`torn-3-${end}-2.txt`)).toBe('later');
  });
});

describe('a log ahead of its head', () => {
  it('is accepted: its writer died before it could move the head', async () => {
    const audit = sample.open();
    await runCall(audit, 'one');
    await audit.flush();
    const early = sample.text('head.json');
    await runCall(audit, 'two');
    await audit.close();
    writeFileSync(sample.path('head.json'), early);
    const next = sample.open();
    expect(await next.verify()).toMatchObject({ ok: true, records: 4 });
    await runCall(next, 'three');
    expect(await next.verify()).toMatchObject({ ok: true, records: 6, open_calls: [] });
    expect(sample.notices).toEqual([]);
  });

  it('may have begun a new file, or be about to', async () => {
    const audit = sample.open({ rotateBytes: 1_000 });
    await runCall(audit, 'one');
    await audit.flush();
    const early = sample.text('head.json');
    await runCall(audit, 'two');
    await audit.close();
    expect(sample.names()).toHaveLength(2);
    writeFileSync(sample.path('head.json'), early);
    const next = sample.open({ rotateBytes: 1_000 });
    await runCall(next, 'three');
    writeFileSync(sample.path('audit-000004.jsonl'), '');
    await runCall(next, 'four');
    expect(await next.verify()).toMatchObject({ ok: true, records: 8 });
    expect(sample.records('audit-000004.jsonl')).toHaveLength(2);
  });
});

it('takes a record of another log behind the head for no good one', async () => {
  const audit = sample.open();
  await runCall(audit, 'one');
  await audit.close();
  const other = sampleAudit();
  const another = other.open();
  for (const id of ['one', 'two']) await runCall(another, id);
  appendFileSync(sample.path(firstFile), `${other.text().split('\n')[2]!}\n`);
  await other.remove();
  expect((await sample.open().verify()).problem).toContain('line 3 holds a record 3 that does not follow');
  const next = sample.open();
  await runCall(next, 'three');
  expect(sample.records().map((record) => record['event'])).toEqual([
    'intent',
    'outcome',
    'recovery',
    'intent',
    'outcome',
  ]);
  expect((await next.verify()).ok).toBe(true);
});

it(
  'verifies after writers were killed at any moment, once the next one has healed the log',
  { timeout: 120_000 },
  async () => {
    const killed = 12;
    for (let round = 0; round < killed; round += 1) {
      const children = [0, 1].map((index) => startWorker('forever', sample.home, `r${round}-${index}`, '0', '30000'));
      await Promise.all(children.map(ready));
      await pause(Math.random() * 40);
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(children.map((child) => once(child, 'exit')));
    }
    const audit = sample.open();
    await audit.recover(nothingToEnd);
    await runCall(audit, 'after');
    const { ok, problem, open_calls: open, records } = await audit.verify();
    expect([ok, problem, open]).toEqual([true, null, []]);
    expect(records).toBeGreaterThan(killed * 4);
    expect(sample.markers()).toEqual([]);
  },
);

describe('a call whose process died', () => {
  const dieWith = async (callId: string): Promise<void> => {
    const child = startWorker('hang', sample.home, callId);
    await ready(child);
    child.kill('SIGKILL');
    await once(child, 'exit');
  };

  it('is ended and then told by one recovery record with its id and its intent', async () => {
    await dieWith('lost');
    const audit = sample.open();
    expect((await audit.verify()).open_calls).toEqual(['lost']);
    const ended: string[] = [];
    const endCall = async (callId: string): Promise<void> => {
      expect(eventsOf('lost')).toEqual(['intent']);
      ended.push(callId);
      return Promise.resolve();
    };
    expect(await audit.recover({ endCall })).toEqual(['lost']);
    expect(ended).toEqual(['lost']);
    const [intent, recovery] = sample.records();
    const { event, seq, ts, ok, error, prev, hash, step, exit_code: code, duration_ms: duration, ...same } = recovery!;
    expect([event, seq, ok, code, duration, prev]).toEqual(['recovery', 2, null, null, null, intent!['hash']]);
    expect([typeof ts, typeof hash, step]).toEqual(['string', 'string', intent!['step']]);
    expect(error).toContain('may have run');
    expect(intent).toMatchObject(same);
    expect(await audit.recover({ endCall })).toEqual([]);
    expect(await audit.verify()).toMatchObject({ ok: true, records: 2, open_calls: [] });
  });

  it('is told once when several processes recover at the same time', async () => {
    await Promise.all(['l1', 'l2', 'l3'].map(dieWith));
    const reports = await Promise.all(Array.from({ length: 4 }, () => finished(startWorker('recover', sample.home))));
    for (const { end, stderr } of reports) expect([end, stderr]).toEqual([0, '']);
    for (const callId of ['l1', 'l2', 'l3']) expect(eventsOf(callId)).toEqual(['intent', 'recovery']);
    const [one, other] = [sample.open(), sample.open()];
    await dieWith('l4');
    await Promise.all([one.recover(nothingToEnd), other.recover(nothingToEnd), one.recover(nothingToEnd)]);
    expect(eventsOf('l4')).toEqual(['intent', 'recovery']);
  });

  it('leaves a call alone whose process lives, in this or another process or pid namespace', async () => {
    const child = startWorker('hang', sample.home, 'alive');
    await ready(child);
    const audit = sample.open();
    await audit.intent(sampleEvent('intent', 'mine'));
    const foreign = sample.path('open/far-away.1-1-1');
    writeFileSync(foreign, '');
    expect(await audit.recover(nothingToEnd)).toEqual([]);
    expect((await audit.verify()).open_calls.toSorted()).toEqual(['alive', 'mine']);
    expect(sample.markers()).toHaveLength(3);
  });

  it('tells a process from another one that got its pid', async () => {
    await dieWith('lost');
    const [marker] = sample.markers();
    const [, identity] = marker!.split('.');
    const [namespace, , started] = identity!.split('-');
    rmSync(sample.path(`open/${marker!}`));
    writeFileSync(sample.path(`open/lost.${namespace!}-${process.pid}-${started!}`), '');
    expect(await sample.open().recover(nothingToEnd)).toEqual(['lost']);
  });

  it('is not recorded when it has an outcome or never had an intent; its marker goes', async () => {
    const audit = sample.open();
    await runCall(audit, 'done');
    const namespace = pidNamespace();
    for (const id of ['done', 'never']) writeFileSync(sample.path(`open/${id}.${namespace}-4194399-1`), '');
    expect((await audit.recover(nothingToEnd)).toSorted()).toEqual(['done', 'never']);
    expect(sample.records()).toHaveLength(2);
    expect(sample.markers()).toEqual([]);
  });

  it('leaves nothing else behind, dead or closed', async () => {
    await dieWith('lost');
    const audit = sample.open();
    await runCall(audit, 'mine');
    expect(readdirSync(sample.path('open'))).toHaveLength(3);
    await audit.recover(nothingToEnd);
    expect(readdirSync(sample.path('open'))).toHaveLength(1);
    await audit.close();
    expect(readdirSync(sample.path('open'))).toEqual([]);
  });

  it('stays open, and is tried again, when what it left running cannot be ended', async () => {
    await dieWith('stubborn');
    const audit = sample.open();
    expect(await audit.recover({ endCall: () => Promise.reject(new Error('still there')) })).toEqual([]);
    expect(sample.notices.join()).toContain('still there');
    expect(eventsOf('stubborn')).toEqual(['intent']);
    expect(await audit.recover(nothingToEnd)).toEqual(['stubborn']);
    expect(eventsOf('stubborn')).toEqual(['intent', 'recovery']);
  });

  it('is found in an older file', async () => {
    await dieWith('old');
    const audit = sample.open({ rotateBytes: 1_000 });
    for (let index = 0; index < 5; index += 1) await runCall(audit, `c${index}`);
    expect(sample.names().length).toBeGreaterThan(3);
    await audit.recover(nothingToEnd);
    expect(eventsOf('old')).toEqual(['intent', 'recovery']);
    expect((await audit.verify()).ok).toBe(true);
  });
});

describe('a reboot', () => {
  it('is told by the boot id of the head: calls without an ending are recovered though no marker is left', async () => {
    const first = sample.open();
    await runCall(first, 'done');
    await first.intent(sampleEvent('intent', 'cut-1'));
    await first.intent(sampleEvent('intent', 'cut-2'));
    await first.close();
    rmSync(sample.path('open'), { recursive: true });
    changeHead({ boot_id: '00000000-0000-0000-0000-000000000000' });
    const audit = sample.open();
    await audit.denial(sampleEvent('denial', 'next'));
    expect(sample.records().slice(4)).toMatchObject([
      { event: 'recovery', call_id: 'cut-1' },
      { event: 'recovery', call_id: 'cut-2' },
      { event: 'denial', call_id: 'next' },
    ]);
    expect(JSON.parse(sample.text('head.json'))).toMatchObject({
      seq: 7,
      boot_id: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
      boot_seq: 5,
    });
    await audit.denial(sampleEvent('denial', 'more'));
    expect(await audit.verify()).toMatchObject({ ok: true, records: 8, open_calls: [] });
  });

  it('is looked back over as far as the boot before it, whose calls were settled then', async () => {
    const first = sample.open();
    await first.intent(sampleEvent('intent', 'ancient'));
    await first.intent(sampleEvent('intent', 'recent'));
    await first.close();
    rmSync(sample.path('open'), { recursive: true });
    changeHead({ boot_id: '00000000-0000-0000-0000-000000000000', boot_seq: 2 });
    await sample.open().denial(sampleEvent('denial', 'next'));
    expect([eventsOf('ancient'), eventsOf('recent')]).toEqual([['intent'], ['intent', 'recovery']]);
  });

  it('is recovered from once, also where markers did survive and several processes begin at once', async () => {
    const first = sample.open();
    await first.intent(sampleEvent('intent', 'cut'));
    await first.close();
    const namespace = pidNamespace();
    rmSync(sample.path('open'), { recursive: true });
    await runMarker(`cut.${namespace}-4194399-1`);
    changeHead({ boot_id: '00000000-0000-0000-0000-000000000000' });
    const reports = await Promise.all(Array.from({ length: 4 }, () => finished(startWorker('recover', sample.home))));
    for (const { end, stderr } of reports) expect([end, stderr]).toEqual([0, '']);
    expect(eventsOf('cut')).toEqual(['intent', 'recovery']);
  });
});

async function runMarker(name: string): Promise<void> {
  const audit = sample.open();
  await audit.recover(nothingToEnd);
  writeFileSync(sample.path(`open/${name}`), '');
}

/** The pid namespace of this process, as markers write it. */
function pidNamespace(): string {
  return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))![0];
}
