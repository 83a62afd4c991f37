import { appendFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCall, type SampleAudit, sampleAudit, sampleEvent } from './sample-audit.js';

let sample: SampleAudit;
let clock: number;
const dayMs = 86_400_000;
const now = (): Date => new Date(clock);

beforeEach(() => {
  sample = sampleAudit();
  clock = Date.parse('2026-01-01T00:00:00Z');
});
afterEach(async () => sample.remove());

/** One call a day, each in a file of its own. */
const writeDays = async (days: number): Promise<ReturnType<SampleAudit['open']>> => {
  const audit = sample.open({ rotateBytes: 1_000, now });
  for (let day = 0; day < days; day += 1) {
    await runCall(audit, `day-${clock}`);
    clock += dayMs;
  }
  await audit.flush();
  return audit;
};

describe('rotation', () => {
  it('begins a new file by size, in names that sort, and carries the chain', async () => {
    const audit = await writeDays(12);
    const names = readdirSync(sample.directory).filter((name) => name.startsWith('audit-'));
    expect(names).toEqual(names.toSorted());
    expect(names).toHaveLength(12);
    expect(names[11]).toBe('audit-000012.jsonl');
    for (const [index, name] of names.slice(1).entries()) {
      expect(sample.records(name)[0]!['prev']).toBe(sample.records(names[index])[1]!['hash']);
    }
    expect(await audit.verify()).toMatchObject({ ok: true, records: 24 });
    expect((await audit.tail(5)).map((record) => record['seq'])).toEqual([20, 21, 22, 23, 24]);
    const lines: string[] = [];
    for await (const line of audit.export()) lines.push(line);
    expect(lines.map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual(
      Array.from({ length: 24 }, (_, index) => index + 1),
    );
  });

  it('is followed by a process that had the old file open', async () => {
    const other = sample.open({ rotateBytes: 1_000 });
    await runCall(other, 'first');
    const audit = sample.open({ rotateBytes: 100_000 });
    await runCall(audit, 'second');
    await runCall(other, 'third');
    await runCall(audit, 'fourth');
    expect(await audit.verify()).toMatchObject({ ok: true, records: 8 });
  });

  it('is followed before anything in the new file has been flushed', async () => {
    const audit = sample.open({ rotateBytes: 100_000 });
    await audit.denial(sampleEvent('denial', 'first'));
    await sample.open({ rotateBytes: 1 }).denial(sampleEvent('denial', 'second'));
    await audit.denial(sampleEvent('denial', 'third'));
    expect(sample.names()).toHaveLength(2);
    expect(await audit.verify()).toMatchObject({ ok: true, records: 3 });
  });
});

it('is not torn in a file that is no longer written', async () => {
  await sample.open().denial(sampleEvent('denial', 'first'));
  const audit = sample.open({ rotateBytes: 1 });
  await audit.denial(sampleEvent('denial', 'second'));
  appendFileSync(sample.path('audit-000001.jsonl'), 'junk');
  expect((await audit.verify()).problem).toBe('audit-000001.jsonl line 2 is cut off in the middle');
});

describe('retention', () => {
  it('removes the oldest whole files by number and signs them off', async () => {
    const audit = await writeDays(6);
    const removed = ['audit-000001.jsonl', 'audit-000002.jsonl', 'audit-000003.jsonl'];
    const last = sample.records(removed[2])[1]!;
    const { head } = await audit.verify();
    expect(await audit.removeOldFiles({ keepFiles: 3 })).toEqual(removed);
    expect(sample.names()).toHaveLength(4);
    const signOff = (await audit.tail(1))[0]!;
    expect(signOff).toMatchObject({ event: 'admin', details: { action: 'retention' } });
    expect((signOff['details'] as { removed: unknown[] }).removed[2]).toEqual({
      file: removed[2],
      first_seq: 5,
      last_seq: 6,
      last_hash: last['hash'],
    });
    expect(await audit.verify()).toMatchObject({ ok: true, records: 7, problem: null });
    expect((await audit.verify(head!)).ok).toBe(true);
    expect((await audit.verify(String(last['hash']))).ok).toBe(true);
    await runCall(audit, 'later');
    expect(await audit.removeOldFiles({ keepFiles: 2 })).toHaveLength(3);
    expect(await audit.verify()).toMatchObject({ ok: true });
  });

  it('removes by age, never the newest file, and does nothing when nothing is old', async () => {
    const audit = await writeDays(5);
    expect(await audit.removeOldFiles({ keepDays: 30 })).toEqual([]);
    expect((await audit.verify()).records).toBe(10);
    expect(await audit.removeOldFiles({ keepDays: 3 })).toEqual(['audit-000001.jsonl', 'audit-000002.jsonl']);
    clock += 100 * dayMs;
    expect(await audit.removeOldFiles({ keepDays: 1, keepFiles: 9 })).toHaveLength(3);
    expect(sample.names()).toHaveLength(1);
    expect(await audit.verify()).toMatchObject({ ok: true });
    await expect(audit.removeOldFiles({})).rejects.toThrow(TypeError);
    await expect(audit.removeOldFiles({ keepFiles: 0 })).rejects.toThrow(TypeError);
  });

  it('does not cover one file more than was signed off, nor one in between', async () => {
    const audit = await writeDays(6);
    await audit.removeOldFiles({ keepFiles: 4 });
    const [first, second, third] = sample.names();
    const text = [first, second, third].map((name) => sample.text(name));
    rmSync(sample.path(first!));
    expect((await audit.verify()).problem).toContain('without being signed off');
    writeFileSync(sample.path(first!), text[0]!);
    expect((await audit.verify()).ok).toBe(true);
    rmSync(sample.path(second!));
    expect((await audit.verify()).problem).toBe(`${second!} is missing`);
    writeFileSync(sample.path(second!), text[1]!);
    writeFileSync(sample.path(first!), text[0]!.split('\n').slice(1).join('\n'));
    expect((await audit.verify()).ok).toBe(false);
  });

  it('verifies when it was interrupted after the sign-off, wherever it stopped', async () => {
    const audit = await writeDays(5);
    const kept = sample.names().map((name) => [name, sample.text(name)] as const);
    await audit.removeOldFiles({ keepFiles: 2 });
    for (const [name, text] of kept.slice(0, 3).reverse()) {
      writeFileSync(sample.path(name), text, { mode: 0o600 });
      expect(await audit.verify()).toMatchObject({ ok: true });
    }
    expect(await audit.removeOldFiles({ keepFiles: 3 })).toHaveLength(3);
    expect(await audit.verify()).toMatchObject({ ok: true });
  });

  it('goes on beside writers', async () => {
    const audit = await writeDays(8);
    const [, removed] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, (_, index) => runCall(audit, `busy-${index}`))),
      audit.removeOldFiles({ keepFiles: 2 }),
      audit.verify(),
    ]);
    expect(removed.length).toBeGreaterThan(5);
    expect(await audit.verify()).toMatchObject({ ok: true, open_calls: [] });
  });
});
