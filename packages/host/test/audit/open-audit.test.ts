import {
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  chmodSync,
  chownSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endWorkers, finished, ready, startWorker } from './start-worker.js';
import { firstFile, pause, refusal, runCall, type SampleAudit, sampleAudit, sampleEvent } from './sample-audit.js';

let sample: SampleAudit;
beforeEach(() => {
  sample = sampleAudit();
});
afterEach(async () => {
  endWorkers();
  await sample.remove();
});

const head = (): { seq: number; hash: string; file: string } =>
  JSON.parse(sample.text('head.json')) as { seq: number; hash: string; file: string };

/** The head's number, once it is this far or ten seconds are over. */
const headAt = async (seq: number): Promise<number> => {
  for (let waited = 0; head().seq < seq && waited < 1000; waited += 1) await pause(10);
  return head().seq;
};

describe('what is recorded', () => {
  it('touches no file before the first record', async () => {
    const audit = sample.open();
    expect(await audit.verify()).toEqual({ ok: true, records: 0, head: null, problem: null, open_calls: [] });
    expect(await audit.tail(5)).toEqual([]);
    await audit.flush();
    await audit.close();
    expect(readdirSync(sample.home)).toEqual([]);
  });

  it('stands in order: denial, intent and outcome, admin, approval, recovery', async () => {
    const audit = sample.open();
    await audit.denial(sampleEvent('denial', 'one', { ok: false, error: 'confirm required' }));
    await runCall(audit, 'two');
    await audit.admin({ principal: 'ada', pack_id: 'ledger', details: { action: 'install', bin: '/bin/ledger' } });
    await audit.approval({ principal: 'ada', pack_id: 'ledger', verb_key: 'transfer', details: { request: 'r1' } });
    await audit.recovery({ details: { reason: 'by hand' } });
    const records = sample.records();
    expect(records.map(({ seq, event, call_id: id }) => [seq, event, id])).toEqual([
      [1, 'denial', 'one'],
      [2, 'intent', 'two'],
      [3, 'outcome', 'two'],
      [4, 'admin', null],
      [5, 'approval', null],
      [6, 'recovery', null],
    ]);
    expect(records[3]).toMatchObject({
      details: { action: 'install', bin: '/bin/ledger' },
      verb_key: null,
      args: null,
      args_hmac: null,
    });
    expect(await audit.verify()).toMatchObject({ ok: true, records: 6, head: records[5]!['hash'], open_calls: [] });
    expect(await audit.tail(2)).toEqual(records.slice(-2));
    expect(await audit.tail(0)).toEqual([]);
    const lines: string[] = [];
    for await (const line of audit.export()) lines.push(line);
    expect(`${lines.join('\n')}\n`).toBe(sample.text());
  });

  it('is for its owner alone', async () => {
    await sample.open().intent(sampleEvent('intent', 'one'));
    expect(statSync(sample.directory).mode & 0o777).toBe(0o700);
    expect(statSync(sample.path('open')).mode & 0o777).toBe(0o700);
    expect(await headAt(1)).toBe(1);
    for (const name of [firstFile, 'head.json', 'head.next', 'lock', join('open', sample.markers()[0]!)]) {
      expect([name, statSync(sample.path(name)).mode & 0o777]).toEqual([name, 0o600]);
    }
  });

  it('names an intent in the head soon, and an outcome after a flush, when idle, or on closing', async () => {
    const audit = sample.open();
    await audit.intent(sampleEvent('intent', 'one'));
    expect(await headAt(1)).toBe(1);
    expect(head()).toMatchObject({ file: firstFile, hash: sample.records()[0]!['hash'] });
    await audit.outcome(sampleEvent('outcome', 'one'));
    expect([head().seq, sample.records().length]).toEqual([1, 2]);
    await audit.flush();
    expect(head().seq).toBe(2);
    await audit.denial(sampleEvent('denial', 'two'));
    expect(head().seq).toBe(2);
    expect(await headAt(3)).toBe(3);
    await audit.intent(sampleEvent('intent', 'three'));
    expect(await headAt(4)).toBe(4);
    await audit.outcome(sampleEvent('outcome', 'three'));
    expect(head().seq).toBe(4);
    await audit.close();
    expect(head().seq).toBe(5);
  });

  it('costs one flush for a call, none for a denial, one for fifty intents at once', async () => {
    const { stdout } = await finished(startWorker('count', sample.home));
    const report = JSON.parse(stdout) as Record<string, number>;
    expect(report).toMatchObject({ pair: 1, denial: 0, flush: 1, nothing: 0 });
    expect(report['together']).toBeGreaterThanOrEqual(1);
    expect(report['together']).toBeLessThanOrEqual(2);
  });

  it('is written at once: a denial survives the death of its process', async () => {
    const child = startWorker('denial', sample.home, 'doomed');
    await ready(child);
    child.kill('SIGKILL');
    expect(sample.records()).toMatchObject([{ event: 'denial', call_id: 'doomed' }]);
  });

  it('is on disk after a flush or a close that came right behind it', async () => {
    const audit = sample.open();
    const first = audit.denial(sampleEvent('denial', 'one'));
    await audit.flush();
    expect(head().seq).toBe(1);
    const second = audit.denial(sampleEvent('denial', 'two'));
    await audit.close();
    expect(head().seq).toBe(2);
    await Promise.all([first, second]);
  });

  it('is refused once the log is closed', async () => {
    const audit = sample.open();
    await audit.denial(sampleEvent('denial', 'one'));
    await audit.close();
    await audit.close();
    expect((await refusal(audit.intent(sampleEvent('intent', 'two')))).code).toBe('audit_closed');
  });
});

describe('several writers', () => {
  it('loses and mixes nothing of eight processes with 200 calls each', { timeout: 120_000 }, async () => {
    const workers = Array.from({ length: 8 }, (_, index) =>
      finished(startWorker('calls', sample.home, `p${index}`, '200')),
    );
    for (const { end, stderr } of await Promise.all(workers)) expect([end, stderr]).toEqual([0, '']);
    const audit = sample.open();
    expect(await audit.verify()).toMatchObject({ ok: true, problem: null, records: 3_200, open_calls: [] });
    const seen = new Set(sample.records().map(({ event, call_id: id }) => `${String(event)} ${String(id)}`));
    expect(seen.size).toBe(3_200);
    expect(sample.markers()).toEqual([]);
    expect(head().seq).toBe(3_200);
  });

  it('keeps one chain with several logs open in one process, at once', async () => {
    const audits = Array.from({ length: 4 }, () => sample.open());
    await Promise.all(
      audits.flatMap((audit, one) => Array.from({ length: 50 }, (_, two) => runCall(audit, `c${one}-${two}`))),
    );
    expect(await audits[0]!.verify()).toMatchObject({ ok: true, records: 400, open_calls: [] });
  });

  it('verifies without a false alarm while others write', async () => {
    const workers = Array.from({ length: 2 }, (_, index) =>
      startWorker('forever', sample.home, `w${index}`, '0', '20000'),
    );
    await Promise.all(workers.map(ready));
    const audit = sample.open();
    let last = 0;
    for (let round = 0; round < 15; round += 1) {
      const { problem, records } = await audit.verify();
      expect(problem).toBeNull();
      expect(records).toBeGreaterThanOrEqual(last);
      last = records;
    }
    expect(sample.names().length).toBeGreaterThan(1);
    expect(sample.notices).toEqual([]);
  });

  it('makes one key for all', async () => {
    const audits = Array.from({ length: 5 }, () => sample.open());
    await Promise.all(audits.map((audit, index) => audit.denial(sampleEvent('denial', `c${index}`))));
    expect(new Set(sample.records().map((record) => record['args_hmac'])).size).toBe(1);
    expect(readdirSync(sample.home).sort()).toEqual(['audit', 'audit-hmac.key']);
  });
});

describe('a place that cannot serve', () => {
  const intent = async (): Promise<{ code: string; message: string }> =>
    refusal(sample.open().intent(sampleEvent('intent', 'c')));

  it('refuses a file, or a symlink, where the folder belongs', async () => {
    writeFileSync(sample.directory, 'a file');
    expect((await intent()).message).toContain(sample.directory);
    rmSync(sample.directory);
    const elsewhere = join(sample.home, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, sample.directory);
    expect((await intent()).message).toContain(sample.directory);
    expect(readdirSync(elsewhere)).toEqual([]);
    const audit = sample.open();
    rmSync(sample.directory);
    await runCall(audit, 'works-now');
  });

  it('follows no symlink at the log, the head, the lock or a folder of it', async () => {
    const first = sample.open();
    await runCall(first, 'c');
    await first.close();
    for (const name of [firstFile, 'head.json', 'lock']) {
      const outside = join(sample.home, `outside-${name}`);
      const bytes = readFileSync(sample.path(name));
      writeFileSync(outside, bytes);
      rmSync(sample.path(name));
      symlinkSync(outside, sample.path(name));
      expect((await intent()).message).toContain(sample.path(name));
      if (name !== 'lock') expect(await sample.open().verify()).toMatchObject({ ok: false });
      expect(readFileSync(outside)).toEqual(bytes);
      rmSync(sample.path(name));
      writeFileSync(sample.path(name), bytes, { mode: 0o600 });
    }
    await runCall(sample.open(), 'd');
  });

  it('refuses a folder where a file belongs', async () => {
    mkdirSync(sample.path(firstFile), { recursive: true });
    expect((await intent()).message).toContain('audit');
    rmSync(sample.path(firstFile), { recursive: true });
    mkdirSync(sample.path('head.json'));
    expect((await intent()).message).toContain('head.json');
  });

  it('refuses a key file that is short, foreign, open to others or a symlink, and leaves it as it is', async () => {
    const key = join(sample.home, 'audit-hmac.key');
    const put = (bytes: Buffer, mode: number): void => {
      writeFileSync(key, bytes);
      chmodSync(key, mode);
    };
    const spoil: (() => void)[] = [
      () => put(Buffer.from('short'), 0o600),
      () => put(Buffer.alloc(33), 0o600),
      () => put(Buffer.alloc(32), 0o644),
      () => mkdirSync(key),
      () => symlinkSync(sample.path(firstFile), key),
    ];
    if (process.getuid?.() === 0) {
      spoil.push(() => {
        put(Buffer.alloc(32), 0o600);
        chownSync(key, 1, 1);
      });
    }
    for (const make of spoil) {
      rmSync(key, { recursive: true, force: true });
      make();
      const error = await intent();
      expect([error.code, error.message.includes(key)]).toEqual(['audit_key', true]);
    }
    rmSync(key);
    await runCall(sample.open(), 'c');
  });

  it('refuses a call id that is no file name, and one that is under way', async () => {
    const audit = sample.open();
    for (const id of ['../../etc/x', '', 'a b', 'x'.repeat(300)]) {
      expect((await refusal(audit.intent(sampleEvent('intent', id)))).code).toBe('audit_call_id');
    }
    await audit.intent(sampleEvent('intent', 'same'));
    expect((await refusal(audit.intent(sampleEvent('intent', 'same')))).code).toBe('audit_call_id');
    expect(sample.records()).toHaveLength(1);
    await audit.denial(sampleEvent('denial', '../../etc/x'));
    await audit.outcome(sampleEvent('outcome', 'same'));
  });

  it('refuses to go on with a log that was cut, replaced or lost its head, and never writes to it', async () => {
    const audit = sample.open();
    for (let index = 0; index < 3; index += 1) await runCall(audit, `c${index}`);
    await audit.flush();
    const [log, headText] = [sample.text(), sample.text('head.json')];
    const restore = (): void => {
      writeFileSync(sample.path(firstFile), log);
      writeFileSync(sample.path('head.json'), headText);
    };
    const damage: readonly [string, () => void][] = [
      ['audit_cut', () => truncateSync(sample.path(firstFile), log.length - 10)],
      ['audit_cut', () => truncateSync(sample.path(firstFile), log.indexOf('\n') + 1)],
      ['audit_cut', () => truncateSync(sample.path(firstFile), 0)],
      ['audit_cut', () => rmSync(sample.path(firstFile))],
      ['audit_damaged', () => writeFileSync(sample.path(firstFile), log.replaceAll('"c2"', '"cX"'))],
      ['audit_damaged', () => rmSync(sample.path('head.json'))],
      ['audit_damaged', () => writeFileSync(sample.path('head.json'), '')],
      ['audit_damaged', () => writeFileSync(sample.path('head.json'), headText.replace('"version":1', '"version":2'))],
    ];
    for (const [code, act] of damage) {
      restore();
      act();
      const before = readdirSync(sample.directory).includes(firstFile) ? sample.text() : '';
      const error = await refusal(sample.open().intent(sampleEvent('intent', 'refused')));
      expect([error.code, act.toString()]).toEqual([code, act.toString()]);
      expect(error.message).toContain('move the whole folder aside');
      expect(readdirSync(sample.directory).includes(firstFile) ? sample.text() : '').toBe(before);
    }
    expect(sample.markers()).toEqual([]);
  });

  it('leaves a copy alone that was made by hard links', async () => {
    const audit = sample.open();
    await runCall(audit, 'one');
    const names = ['head.json', 'head.next', 'head.last'].filter((name) =>
      readdirSync(sample.directory).includes(name),
    );
    const copies = names.map((name) => {
      linkSync(sample.path(name), join(sample.home, name));
      return readFileSync(join(sample.home, name), 'utf8');
    });
    for (let index = 0; index < 4; index += 1) await runCall(audit, `more-${index}`);
    expect(names.map((name) => readFileSync(join(sample.home, name), 'utf8'))).toEqual(copies);
    expect((await audit.verify()).ok).toBe(true);
  });

  it('keeps a flushed intent whose head cannot be moved, says so, and moves it with what follows', async () => {
    const notices: string[] = [];
    const audit = sample.open({ onNotice: (message) => void notices.push(message) });
    await runCall(audit, 'one');
    await audit.flush();
    for (const name of ['head.next', 'head.last']) {
      rmSync(sample.path(name), { force: true });
      mkdirSync(sample.path(name));
    }
    await audit.intent(sampleEvent('intent', 'two'));
    for (let waited = 0; notices.length === 0 && waited < 200; waited += 1) await pause(10);
    expect(notices).toEqual([expect.stringContaining('head')]);
    expect([head().seq, sample.records().length]).toEqual([2, 3]);
    for (const name of ['head.next', 'head.last']) rmSync(sample.path(name), { recursive: true });
    await audit.outcome(sampleEvent('outcome', 'two'));
    await audit.close();
    expect(head().seq).toBe(4);
    expect(await sample.open().verify()).toMatchObject({ ok: true, records: 4, open_calls: [] });
  });

  it('takes an act back whose head cannot be moved', async () => {
    const audit = sample.open();
    await runCall(audit, 'one');
    await audit.flush();
    const [log, head] = [sample.text(), sample.text('head.json')];
    for (const name of ['head.next', 'head.last']) {
      rmSync(sample.path(name), { force: true });
      mkdirSync(sample.path(name));
    }
    const act = { details: { action: 'config' } } as const;
    expect((await refusal(audit.admin(act))).code).toBe('audit_unwritable');
    expect([sample.text(), sample.text('head.json')]).toEqual([log, head]);
    for (const name of ['head.next', 'head.last']) rmSync(sample.path(name), { recursive: true });
    await runCall(audit, 'two');
    expect(await audit.verify()).toMatchObject({ ok: true, records: 4, open_calls: [] });
  });

  it('notices a cut while it has the log open', async () => {
    const audit = sample.open();
    await runCall(audit, 'one');
    const early = sample.text();
    await runCall(audit, 'two');
    truncateSync(sample.path(firstFile), early.length);
    expect((await refusal(audit.intent(sampleEvent('intent', 'three')))).code).toBe('audit_cut');
    rmSync(sample.path(firstFile));
    writeFileSync(sample.path(firstFile), early);
    expect((await refusal(audit.denial(sampleEvent('denial', 'four')))).code).toBe('audit_damaged');
    expect(sample.text()).toBe(early);
  });

  it('notices that another process moved on and the log was cut back to what this one last saw', async () => {
    const audit = sample.open();
    await runCall(audit, 'one');
    await audit.flush();
    const seen = sample.text();
    const other = sample.open();
    await runCall(other, 'two');
    await other.flush();
    truncateSync(sample.path(firstFile), seen.length);
    expect((await refusal(audit.intent(sampleEvent('intent', 'three')))).code).toBe('audit_cut');
  });
});
