import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHome, type TestHome } from './hcp-harness.js';

let at: TestHome;

beforeEach(async () => {
  at = createHome();
  await at.json(['install', at.pack('probe')]);
  await at.json(['activate', 'probe']);
});
afterEach(() => at.remove());

const records = (): Record<string, unknown>[] =>
  readdirSync(join(at.home, 'audit'))
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) =>
      readFileSync(join(at.home, 'audit', name), 'utf8')
        .trimEnd()
        .split('\n'),
    )
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const lines = (count: number): string => '{"pack_id":"probe","verb_key":"json"}\n'.repeat(count);

describe('the audit of many processes', () => {
  it('holds exactly an intent and an outcome for each of 8 × 200 calls, and verifies', async () => {
    const before = records().length;
    const processes = Array.from({ length: 8 }, () => at.hcp(['exec', '--jsonl'], { input: lines(200) }));
    for (const { status, stdout } of await Promise.all(processes)) {
      expect(status).toBe(0);
      const answers = stdout.trimEnd().split('\n');
      expect(answers.length).toBe(200);
      expect(answers.every((answer) => answer.startsWith('{"ok":true,"pack_id":"probe"'))).toBe(true);
    }
    const added = records().slice(before);
    expect(added.length).toBe(3200);
    const calls = new Map<unknown, unknown[]>();
    for (const { call_id, event } of added) calls.set(call_id, [...(calls.get(call_id) ?? []), event]);
    expect(calls.size).toBe(1600);
    expect([...calls.values()].every((events) => events.join(' ') === 'intent outcome')).toBe(true);
    expect(await at.json(['audit', 'verify'])).toMatchObject({ ok: true, open_calls: [] });
  }, 120_000);

  it('is whole after writers are killed at any moment, and tells which calls were interrupted', async () => {
    for (const afterMs of [60, 110, 180, 260]) {
      const { child, ended } = at.start(['exec', '--jsonl'], { input: lines(500) });
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      child.kill('SIGKILL');
      await ended;
    }
    expect(await at.call(['exec', 'probe', 'json'])).toMatchObject([0, { ok: true }]);
    expect(await at.json(['audit', 'verify'])).toMatchObject({ ok: true, open_calls: [] });
    const intents = records().filter(({ event }) => event === 'intent').length;
    const ends = records().filter(
      ({ event, call_id }) => event === 'outcome' || (event === 'recovery' && call_id !== null),
    );
    expect(ends.length).toBe(intents);
  }, 60_000);
});

const mayMount = process.getuid?.() === 0;
if (!mayMount) console.log('skipped: an audit on a full or read-only tmpfs is mounted, which needs root');

describe.skipIf(!mayMount)('an audit that cannot be written', () => {
  const audit = (): string => join(at.home, 'audit');
  const refused = { ok: false, pack_id: 'probe', verb_key: 'json', error: 'audit unavailable' };

  it('on a file system that is full refuses the call before anything runs', async () => {
    mkdirSync(audit(), { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=0700', 'tmpfs', audit()]);
    try {
      // Two pages stay free for the lock and the head; the log itself finds no room.
      await at.call(['exec', 'probe', 'json']);
      const ran = at.witness();
      try {
        writeFileSync(join(audit(), 'filler'), Buffer.alloc(1024 * 1024));
      } catch (error) {
        expect(String(error)).toContain('ENOSPC');
      }
      let answer = await at.call(['exec', 'probe', 'json']);
      for (let call = 0; call < 10 && answer[0] === 0; call += 1) answer = await at.call(['exec', 'probe', 'json']);
      const before = at.witness();
      expect(before.startsWith(ran)).toBe(true);
      expect(await at.call(['exec', 'probe', 'json'])).toEqual([3, refused]);
      expect(at.witness()).toBe(before);
    } finally {
      execFileSync('umount', [audit()]);
    }
  });

  it('on a read-only file system refuses the call before anything runs', async () => {
    mkdirSync(audit(), { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=0700', 'tmpfs', audit()]);
    try {
      await at.call(['exec', 'probe', 'json']);
      execFileSync('mount', ['-o', 'remount,ro', audit()]);
      const before = at.witness();
      expect(await at.call(['exec', 'probe', 'json'])).toEqual([3, refused]);
      expect(at.witness()).toBe(before);
    } finally {
      execFileSync('umount', [audit()]);
    }
  });
});
