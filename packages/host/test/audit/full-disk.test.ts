import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeKernelLocks } from '../../src/lock/kernel-lock.js';
import { firstFile, refusal, runCall, type SampleAudit, sampleAudit, sampleEvent } from './sample-audit.js';

const mayMount = process.getuid?.() === 0;
if (!mayMount) console.log('skipped: tests with a full and a read-only disk mount a tmpfs, which needs root');

let folder: string;
let sample: SampleAudit;

describe.skipIf(!mayMount)('a disk', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hcp-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', folder]);
    sample = sampleAudit(join(folder, 'home'));
  });
  afterEach(async () => {
    execFileSync('mount', ['-o', 'remount,rw', folder]);
    await sample.remove();
    closeKernelLocks();
    execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true });
  });

  const fill = (): void => {
    for (const size of [65_536, 4_096]) {
      try {
        for (let index = 0; ; index += 1) writeFileSync(join(folder, `fill-${size}-${index}`), Buffer.alloc(size));
      } catch {
        // Full for this size.
      }
    }
    for (const name of readdirSync(folder)) if (name.startsWith('fill-4096')) last = name;
  };
  let last = '';
  const makeRoom = (): void => {
    for (const name of readdirSync(folder)) if (name.startsWith('fill-')) rmSync(join(folder, name));
  };

  it('that is full refuses intents, keeps no half a line, and works again with space', async () => {
    const audit = sample.open();
    await runCall(audit, 'before');
    await audit.flush();
    fill();
    // What is left of the last page takes a part of a line and no more.
    const text = 'x'.repeat(3_000);
    const more = { redacted_args: { text } };
    const refused: string[] = [];
    for (let index = 0; index < 10; index += 1) {
      const work = audit.intent(sampleEvent('intent', `full-${index}`, more));
      await work.catch((error: unknown) => refused.push((error as Error & { code: string }).code));
    }
    expect(refused.length).toBeGreaterThan(6);
    expect(new Set(refused)).toEqual(new Set(['audit_unwritable']));
    const error = await refusal(audit.denial(sampleEvent('denial', 'full', more)));
    expect(error.message).toContain(sample.path(firstFile));
    expect(sample.text().endsWith('\n')).toBe(true);
    expect(await audit.verify()).toMatchObject({ ok: true });
    makeRoom();
    await runCall(audit, 'after');
    expect(await audit.verify()).toMatchObject({ ok: true });
    expect(sample.records().at(-1)).toMatchObject({ event: 'outcome', call_id: 'after' });
    expect(sample.notices).toEqual([]);
  });

  it('that is full when a call ends keeps its outcome until there is space, and the log is closed with it', async () => {
    const audit = sample.open();
    const text = 'x'.repeat(3_000);
    const ids = ['by itself', 'at the end'].map((id) => id.replaceAll(' ', '-'));
    const fail = async (id: string): Promise<void> => {
      await audit.intent(sampleEvent('intent', id));
      fill();
      const outcome = sampleEvent('outcome', id, { ok: true, redacted_args: { text } });
      for (let index = 0; index < 8; index += 1) {
        await audit
          .denial(sampleEvent('denial', `filler-${index}`, { redacted_args: { text } }))
          .catch(() => undefined);
      }
      await expect(audit.outcome(outcome)).rejects.toMatchObject({ code: 'audit_unwritable' });
      makeRoom();
    };
    const outcomes = (): unknown[] =>
      sample.records().flatMap(({ event, call_id }) => (event === 'outcome' ? [call_id] : []));
    await fail(ids[0] ?? '');
    await expect.poll(outcomes, { timeout: 10_000 }).toEqual([ids[0]]);
    await fail(ids[1] ?? '');
    await audit.close();
    expect(outcomes()).toEqual(ids);
    expect(await sample.open().verify()).toMatchObject({ ok: true, open_calls: [] });
  });

  it('that is full from the beginning refuses, and leaves nothing that refuses later', async () => {
    fill();
    const audit = sample.open();
    expect((await refusal(audit.intent(sampleEvent('intent', 'one')))).message).toContain('home');
    rmSync(join(folder, last));
    await audit.intent(sampleEvent('intent', 'two')).catch(() => undefined);
    makeRoom();
    await runCall(audit, 'three');
    expect(await audit.verify()).toMatchObject({ ok: true });
  });

  it('that is full when a new file is due refuses and goes on later', async () => {
    const audit = sample.open({ rotateBytes: 700 });
    await audit.denial(sampleEvent('denial', 'one'));
    fill();
    await refusal(audit.intent(sampleEvent('intent', 'two', { redacted_args: { text: 'y'.repeat(9_000) } })));
    makeRoom();
    await runCall(audit, 'three');
    expect(await audit.verify()).toMatchObject({ ok: true, open_calls: [] });
  });

  it('that becomes read-only refuses, can still be read, and works again when it is writable', async () => {
    const audit = sample.open();
    await runCall(audit, 'one');
    await audit.close();
    closeKernelLocks();
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    const later = sample.open();
    const error = await refusal(later.intent(sampleEvent('intent', 'two')));
    expect(error.message).toContain(sample.directory);
    await refusal(later.denial(sampleEvent('denial', 'two')));
    expect(await later.verify()).toMatchObject({ ok: true, records: 2 });
    expect(await later.tail(9)).toHaveLength(2);
    execFileSync('mount', ['-o', 'remount,rw', folder]);
    await runCall(later, 'three');
    expect(await later.verify()).toMatchObject({ ok: true, records: 4, open_calls: [] });
  });
});
