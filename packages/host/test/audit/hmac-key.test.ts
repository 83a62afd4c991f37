import { chmodSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { finished, startWorker } from './start-worker.js';
import { refusal, runCall, type SampleAudit, sampleAudit, sampleEvent } from './sample-audit.js';

let sample: SampleAudit;
beforeEach(() => {
  sample = sampleAudit();
});
afterEach(() => sample.remove());

const keyFile = (): string => join(sample.home, 'audit-hmac.key');
const events = (): unknown[] => sample.records().map(({ event }) => event);

describe('the key of args_hmac', () => {
  it('is made with the first record, 0600, and nothing is said of it', async () => {
    await runCall(sample.open(), 'one');
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(readFileSync(keyFile())).toHaveLength(32);
    expect(events()).toEqual(['intent', 'outcome']);
    expect(sample.notices).toEqual([]);
  });

  it('that is missing beside a log is made anew, and the log says first that earlier values cannot be checked', async () => {
    const first = sample.open();
    await runCall(first, 'one');
    await first.close();
    rmSync(keyFile());
    const audit = sample.open();
    await runCall(audit, 'two');
    expect(events()).toEqual(['intent', 'outcome', 'recovery', 'intent', 'outcome']);
    const [before, , recovery, after] = sample.records();
    const effect =
      'args_hmac of the records up to 2 cannot be checked with the new key, only with a copy of the old one';
    expect(recovery).toMatchObject({
      call_id: null,
      details: { reason: 'audit key missing', last_seq_before: 2, effect },
    });
    expect(after?.['args_hmac']).not.toBe(before?.['args_hmac']);
    expect(sample.notices).toEqual([`audit: the key ${keyFile()} was missing and is made anew; ${effect}`]);
    expect(await audit.verify()).toMatchObject({ ok: true, records: 5, open_calls: [] });
    await audit.close();
    await runCall(sample.open(), 'three');
    expect(events().filter((event) => event === 'recovery')).toHaveLength(1);
  });

  it('is not there before the record of it is: a log that cannot be written makes none', async () => {
    const first = sample.open();
    await runCall(first, 'one');
    await first.close();
    rmSync(keyFile());
    const head = sample.path('head.json');
    renameSync(head, `${head}.away`);
    expect((await refusal(sample.open().denial(sampleEvent('denial', 'two')))).code).toBe('audit_damaged');
    expect(existsSync(keyFile())).toBe(false);
    renameSync(`${head}.away`, head);
    await sample.open().denial(sampleEvent('denial', 'two'));
    expect(events()).toEqual(['intent', 'outcome', 'recovery', 'denial']);
  });

  it('is made once, and missed once, by several processes at once', { timeout: 60_000 }, async () => {
    const first = sample.open();
    await runCall(first, 'one');
    await first.close();
    rmSync(keyFile());
    const workers = Array.from({ length: 4 }, (_, at) => finished(startWorker('calls', sample.home, `p${at}`, '5')));
    const ends = await Promise.all(workers);
    expect(ends.map(({ end }) => end)).toEqual([0, 0, 0, 0]);
    expect(ends.filter(({ stderr }) => stderr.includes('is made anew'))).toHaveLength(1);
    expect(events().filter((event) => event === 'recovery')).toHaveLength(1);
    const made = new Set(
      sample
        .records()
        .slice(3)
        .map(({ args_hmac: value }) => value),
    );
    expect(made.size).toBe(1);
  });

  it.each<readonly [string, () => void]>([
    ['open to others', () => chmodSync(keyFile(), 0o644)],
    ['of another size', () => writeFileSync(keyFile(), 'short')],
  ])('that is %s stays, and nothing is recorded until it is mended', async (_, spoil) => {
    const first = sample.open();
    await runCall(first, 'one');
    await first.close();
    spoil();
    const found = readFileSync(keyFile());
    expect((await refusal(sample.open().denial(sampleEvent('denial', 'two')))).code).toBe('audit_key');
    expect(readFileSync(keyFile())).toEqual(found);
    expect(events()).toEqual(['intent', 'outcome']);
  });
});
