import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { endCall } from '../src/index.js';
import { approvedCall } from './approved-call.js';
import { createWorkbench, survivorsOf, type Workbench } from './workbench.js';

const linux = process.platform === 'linux';
const bash = existsSync('/bin/bash') && existsSync('/usr/bin/setsid');
if (!bash) console.log('skipped: bash and setsid make the processes that hide, and are not installed');
if (!linux) console.log('skipped: what left its process group is found through /proc, on Linux only');

function homeOf({ workRoot }: Workbench): string {
  const [hash = ''] = readdirSync(join(workRoot, 'ledger'));
  return join(workRoot, 'ledger', hash);
}

async function waitForFile(path: () => string): Promise<void> {
  for (;;) {
    try {
      if (existsSync(path())) return;
    } catch {
      // The folder it will stand in is not there yet.
    }
    await delay(5);
  }
}

/** Ids of what is in a temporary root, the folder kept in reserve left out. */
function temporaries({ workRoot }: Workbench): string[] {
  return readdirSync(join(workRoot, '.tmp')).filter((name) => !name.startsWith('.spare.'));
}

describe.runIf(linux)('before a call is answered', () => {
  test('a program and its child that outlive the time limit are gone, and so is TMPDIR', async () => {
    const bench = createWorkbench();
    const call = approvedCall();
    const outcome = await bench.run('./stay.sh', [], { call, command: { timeoutMs: 1500 } });
    expect(outcome).toEqual({ end: 'timed_out', error: 'timed out after 1500 ms' });
    expect(survivorsOf(call.callId)).toEqual([]);
    expect(temporaries(bench)).toEqual([]);
    expect(readFileSync(join(homeOf(bench), 'started'), 'utf8')).toContain(call.callId);
  });

  test('a child left behind with the output is gone, and nothing written before is lost', async () => {
    const call = approvedCall();
    const outcome = await createWorkbench().run('./linger.sh', [], { call });
    expect(outcome).toEqual({ end: 'exited', exitCode: 3, stdout: 'x'.repeat(60_000), stderr: '' });
    expect(survivorsOf(call.callId)).toEqual([]);
  });

  test('a process with a session of its own and no living parent is gone', async () => {
    const call = approvedCall();
    const outcome = await createWorkbench().run('./double-fork.mjs', [], { call });
    expect(outcome).toMatchObject({ end: 'exited', exitCode: 0, stdout: expect.stringMatching(/^\d+\n$/) as string });
    expect(survivorsOf(call.callId)).toEqual([]);
  });

  test('a program that forks for ever is gone when its time is over', async () => {
    const call = approvedCall();
    const outcome = await createWorkbench().run('/bin/sh', ['-c', 'while :; do sleep 60 & sleep 0.01; done'], {
      call,
      command: { timeoutMs: 300 },
    });
    expect(outcome.end).toBe('timed_out');
    expect(survivorsOf(call.callId)).toEqual([]);
  });

  test.runIf(bash)('a chain of processes that fork while they are looked for is gone', async () => {
    const call = approvedCall();
    const outcome = await createWorkbench().run('./fork-chain.sh', [], { call });
    expect(outcome).toMatchObject({ end: 'exited', exitCode: 0 });
    expect(survivorsOf(call.callId)).toEqual([]);
    await delay(50);
    expect(survivorsOf(call.callId)).toEqual([]);
  });

  test.runIf(bash)(
    'a child in a group of its own that cleared its environment is gone while it keeps the session',
    async () => {
      const call = approvedCall();
      const script = 'set -m; env -i sleep 60 & while grep -q HCP_ /proc/$!/environ; do :; done; echo $!';
      const outcome = await createWorkbench().run('/bin/bash', ['-c', script], { call });
      expect(outcome).toMatchObject({ end: 'exited', exitCode: 0 });
      const pid = outcome.end === 'exited' ? outcome.stdout.trim() : '';
      expect(pid).toMatch(/^\d+$/);
      const state = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : 'gone';
      expect(state).toMatch(/^gone$|\) Z /);
    },
  );

  test.runIf(bash)(
    'what got away with the output open does not hold the call up, and the operator is told',
    async () => {
      const bench = createWorkbench();
      const script = 'echo said; setsid env -i sleep 60 & while grep -q HCP_ /proc/$!/environ; do :; done; echo $! >&2';
      const outcome = await bench.run('/bin/bash', ['-c', script]);
      expect(outcome).toMatchObject({ end: 'exited', exitCode: 0, stdout: 'said\n' });
      process.kill(Number(outcome.end === 'exited' ? outcome.stderr : ''), 'SIGKILL');
      expect(bench.notices).toEqual([expect.stringContaining('holds its output open')]);
    },
  );

  test('a call nested in a call is gone with it', async () => {
    const call = approvedCall();
    const nested = `${call.callId}-nested`;
    const controller = new AbortController();
    const answer = createWorkbench().run('./nested-call.mjs', [nested], {
      call: { ...call, signal: controller.signal },
    });
    while (survivorsOf(nested).length === 0) await delay(5);
    controller.abort();
    expect(await answer).toMatchObject({ end: 'cancelled' });
    expect(survivorsOf(call.callId)).toEqual([]);
    expect(survivorsOf(nested)).toEqual([]);
  });

  test('endless output is stopped at the limit and does not fill memory', async () => {
    const call = approvedCall();
    const before = process.memoryUsage();
    const outcome = await createWorkbench().run('/usr/bin/yes', [], { call, command: { maxOutputBytes: 20_000_000 } });
    const after = process.memoryUsage();
    expect(outcome).toEqual({ end: 'output_exceeded', error: 'output exceeded 20000000 bytes' });
    expect(after.external + after.heapUsed - before.external - before.heapUsed).toBeLessThan(100_000_000);
    expect(survivorsOf(call.callId)).toEqual([]);
  });

  test('a cancelled call is gone', async () => {
    const bench = createWorkbench();
    const controller = new AbortController();
    const call = approvedCall({ signal: controller.signal });
    const answer = bench.run('./stay.sh', [], { call });
    await waitForFile(() => join(homeOf(bench), 'started'));
    controller.abort();
    expect(await answer).toEqual({ end: 'cancelled', error: 'cancelled' });
    expect(survivorsOf(call.callId)).toEqual([]);
    expect(temporaries(bench)).toEqual([]);
  });

  test('twenty calls at once that each leave something behind leave nothing', async () => {
    const bench = createWorkbench();
    const calls = Array.from({ length: 20 }, () => approvedCall());
    const outcomes = await Promise.all(calls.map((call) => bench.run('./linger.sh', [], { call })));
    expect(outcomes.map((outcome) => outcome.end === 'exited' && outcome.stdout.length)).toEqual(
      calls.map(() => 60_000),
    );
    expect(calls.flatMap(({ callId }) => survivorsOf(callId))).toEqual([]);
    expect(bench.notices).toEqual([]);
  });
});

test('a call that was cancelled before it began starts nothing', async () => {
  const bench = createWorkbench();
  const outcome = await bench.run('./stay.sh', [], { call: approvedCall({ signal: AbortSignal.abort() }) });
  expect(outcome).toEqual({ end: 'cancelled', error: 'cancelled', started: false });
  expect(existsSync(bench.workRoot)).toBe(false);
});

test('a time limit longer than a timer can wait does not end the call at once', async () => {
  const outcome = await createWorkbench().run('./exit-with.sh', ['0'], { command: { timeoutMs: 2 ** 40 } });
  expect(outcome).toMatchObject({ end: 'exited', exitCode: 0 });
});

describe.runIf(linux)('endCall', () => {
  test('ends what the call of a dead host left, removes its TMPDIR, and finds nothing the second time', async () => {
    const { sandbox, workRoot, run } = createWorkbench();
    await run('./exit-with.sh', ['0']);
    const env = { HCP_CALL_ID: `orphan-${process.pid}` };
    const stray = spawn('/bin/sleep', ['60'], { env, detached: true, stdio: 'ignore' });
    const other = spawn('/bin/sleep', ['60'], { env: { HCP_CALL_ID: `${env.HCP_CALL_ID}0` }, stdio: 'ignore' });
    await Promise.all([once(stray, 'spawn'), once(other, 'spawn')]);
    expect(await sandbox.endCall(env.HCP_CALL_ID)).toBe(1);
    expect(survivorsOf(env.HCP_CALL_ID)).toEqual([]);
    expect(survivorsOf(`${env.HCP_CALL_ID}0`)).toHaveLength(1);
    expect(await endCall(env.HCP_CALL_ID, workRoot)).toBe(0);
    other.kill('SIGKILL');
  });

  test('refuses an id that is no plain name', async () => {
    await expect(endCall('../x')).rejects.toMatchObject({ code: 'work_folder' });
  });
});
