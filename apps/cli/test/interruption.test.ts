import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect, command, createHome, type Ended, type Started, type TestHome } from './hcp-harness.js';
import { catchesSigterm, groupOf, isBlocked, sleeperIn } from './processes.js';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let test: TestHome;

beforeAll(async () => {
  test = createHome();
  await test.json(['install', test.pack('probe')]);
  await test.json(['activate', 'probe']);
});
afterAll(() => test.remove());

const lastRecord = async (): Promise<unknown> => {
  const { records } = (await test.json(['audit', 'tail', '--count', '1'])) as { records: unknown[] };
  return records[0];
};
const line = (verb: string): string => `${JSON.stringify({ pack_id: 'probe', verb_key: verb })}\n`;
const cancelled = '{"ok":false,"pack_id":"probe","verb_key":"sleep","error":"cancelled"}\n';
const outcome = { event: 'outcome', verb_key: 'sleep', ok: false, error: 'cancelled' };

/** The running call is cancelled, answered, audited and gone, and nothing was run behind it. */
async function expectCancelled(ended: Ended, group: number, before: string): Promise<void> {
  expect(ended).toEqual({ status: 1, signal: null, stdout: cancelled, stderr: '' });
  expect(groupOf(group)).toEqual([]);
  expect(test.witness().slice(before.length)).toBe('sleep --json\n');
  expect(await lastRecord()).toMatchObject(outcome);
}

describe('a signal to hcp exec', () => {
  it.each(signals)('%s ends the call with everything it started', async (signal) => {
    const before = test.witness();
    const started = test.start(['exec', 'probe', 'sleep'], { input: '' });
    const group = await sleeperIn(test.home);
    started.child.kill(signal);
    await expectCancelled(await started.ended, group, before);
  });

  it('ends a program that waits for a reader that never reads', async () => {
    const started = test.start(['exec', 'probe', 'big'], { input: '' });
    started.child.stdout.pause();
    started.child.stdout.removeAllListeners('data');
    await expect.poll(() => isBlocked(started.child.pid ?? 0), { timeout: 10_000 }).toBe(true);
    started.child.kill('SIGTERM');
    const code = await new Promise((resolve) => started.child.on('exit', (_, signal) => resolve(signal)));
    expect(code).toBe('SIGTERM');
    started.child.stdout.destroy();
    expect(await lastRecord()).toMatchObject({ event: 'outcome', verb_key: 'big', ok: true });
  });
});

interface Fed extends Started {
  readonly end: () => void;
}

let pipes = 0;
/** Starts `exec --jsonl` and writes once it reads, so that what it reads comes in pieces. */
async function fed(kind: 'pipe' | 'socket' | 'file', text: string, env = {}): Promise<Fed> {
  if (kind === 'socket') {
    const started = test.start(['exec', '--jsonl'], { env });
    await expect.poll(() => catchesSigterm(started.child.pid ?? 0), { timeout: 10_000 }).toBe(true);
    started.child.stdin.write(text);
    return { ...started, end: () => void started.child.stdin.end() };
  }
  const input = join(test.folder, `input-${(pipes += 1)}`);
  if (kind === 'file') writeFileSync(input, text);
  else spawnSync('mkfifo', [input]);
  const words = [...command, 'exec', '--jsonl'];
  const child = spawn('sh', ['-c', `exec "$@" <'${input}'`, 'sh', ...words], {
    env: { PATH: '/usr/bin:/bin', HCP_HOME: test.home, ...env },
  });
  const started = collect(child, '');
  if (kind === 'file') return { ...started, end: () => undefined };
  const writer = openSync(input, 'w');
  await expect.poll(() => catchesSigterm(child.pid ?? 0), { timeout: 10_000 }).toBe(true);
  writeSync(writer, text);
  return { ...started, end: () => closeSync(writer) };
}

describe('a signal to hcp exec --jsonl', () => {
  const inputs = [
    ['pipe', 'open'],
    ['pipe', 'ended'],
    ['pipe', 'ending'],
    ['socket', 'open'],
    ['socket', 'ended'],
    ['socket', 'ending'],
    ['file', 'ended'],
  ] as const;
  const cases = signals.flatMap((signal) => inputs.map(([kind, state]) => [signal, kind, state] as const));

  it.each(cases)(
    '%s while a call runs and input is a %s (%s) cancels it and takes no further line',
    async (...each) => {
      const [signal, kind, state] = each;
      const before = test.witness();
      const { child, ended, end } = await fed(kind, `${line('sleep')}${line('log')}`);
      if (state === 'ended') end();
      const group = await sleeperIn(test.home);
      if (state === 'ending') end();
      child.kill(signal);
      await expectCancelled(await ended, group, before);
      if (state === 'open') end();
    },
  );

  it.each(signals)('%s as its input ends loses no answer and runs nothing else', async (signal) => {
    const before = test.witness();
    const { child, ended, end } = await fed('pipe', line('log'));
    await new Promise((done) => child.stdout.once('data', done));
    end();
    child.kill(signal);
    const { status, signal: by, stdout, stderr } = await ended;
    expect([0, 1, signal]).toContain(status ?? by);
    expect([stdout, stderr]).toEqual([expect.stringMatching(/^\{"ok":true,.*\}\n$/), '']);
    expect(test.witness().slice(before.length)).toBe('log --json\n');
  });

  it('ends it while it waits for a line', async () => {
    const { child, ended, end } = await fed('socket', line('log'));
    await new Promise((done) => child.stdout.once('data', done));
    await expect.poll(() => catchesSigterm(child.pid ?? 0), { timeout: 10_000 }).toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ status: 1, stderr: '' });
    end();
  });

  it('is not lost between a call that is done and the next', async () => {
    const fault = join(test.folder, 'signal-behind-outcome.cjs');
    writeFileSync(
      fault,
      `const fs = require('node:fs');
      const write = fs.writeSync;
      fs.writeSync = (descriptor, bytes, ...rest) => {
        const written = write(descriptor, bytes, ...rest);
        if (Buffer.from(bytes).includes('"event":"outcome"')) process.kill(process.pid, 'SIGTERM');
        return written;
      };`,
    );
    const before = test.witness();
    const { ended, end } = await fed('pipe', line('log').repeat(3), { NODE_OPTIONS: `--require=${fault}` });
    const { status, stdout } = await ended;
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^\{"ok":true,.*\}\n$/)]);
    expect(test.witness().slice(before.length)).toBe('log --json\n');
    end();
  });
});
