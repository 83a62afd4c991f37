import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { explainHidden } from '../src/hidden-processes.js';
import { operatorUid, newFolder, writeProgram } from './workbench.js';
import { runElsewhere, type OtherProcess } from './run-elsewhere.js';

const NOBODY = 65_534;
const root = operatorUid === 0;
const linux = process.platform === 'linux';
const setsid = existsSync('/usr/bin/setsid');
if (!linux || !setsid) console.log('skipped: hidden processes are made with setsid on Linux');

/** Root may read every environment, so the calls are made as someone else. */
const operator: OtherProcess = root ? { uid: NOBODY } : {};
const look = ['-e', 'fs.accessSync(process.argv[1])', join(import.meta.dirname, 'run-elsewhere.ts')];
const reachable = spawnSync(process.execPath, look, { ...operator, cwd: '/' }).status === 0;
if (!reachable) console.log('skipped: the calls are made as nobody, who cannot read this checkout');
const hides = linux && setsid && reachable;

/** A program its user may start and not read, which hides every process that runs it. */
function unreadableSleep(folder: string): string {
  const program = join(folder, 'hidden-sleep');
  copyFileSync('/bin/sleep', program);
  chmodSync(program, 0o111);
  return program;
}

/** Starts a program in a session of its own, and answers its pid once it runs. */
function runAway(folder: string, program: string): string {
  const name = program.slice(program.lastIndexOf('/') + 1);
  const script = `setsid ${program} 60 >/dev/null 2>&1 &\nuntil grep -q ${name} /proc/$!/comm; do :; done\necho $!\n`;
  return writeProgram(join(folder, 'run-away.sh'), `#!/bin/sh\n${script}`);
}

test.runIf(hides)(
  'a process that hides its environment and left the session is let be, and the operator is told of it once',
  async () => {
    const folder = newFolder();
    chmodSync(folder, 0o755);
    const hidden = { written: runAway(folder, unreadableSleep(folder)), argv: [] };
    const quiet = { written: '/bin/sh', argv: ['-c', '/bin/true; /bin/true'] };
    const end = await runElsewhere({ workRoot: newFolder(), calls: [hidden, quiet] }, operator);
    const pids = end.outcomes.map((outcome) => (outcome.end === 'exited' ? outcome.stdout.trim() : 'none'));
    expect(pids).toEqual([expect.stringMatching(/^\d+$/), '']);
    const state = readFileSync(`/proc/${pids[0] ?? ''}/stat`, 'utf8');
    process.kill(Number(pids[0]), 'SIGKILL');
    expect(state).not.toMatch(/\) Z /);
    expect(end.notices).toEqual([expect.stringContaining(`still running: process ${pids[0] ?? ''} (hidden-sleep); `)]);
  },
);

test.runIf(hides)('a process that hides in the session of another call is no matter of this one', async () => {
  const folder = newFolder();
  chmodSync(folder, 0o777);
  const program = unreadableSleep(folder);
  const mine = writeProgram(
    join(folder, 'mine.sh'),
    `#!/bin/sh\n: >${folder}/begun\nuntil test -e ${folder}/hidden; do sleep 0.01; done\n`,
  );
  const others = writeProgram(
    join(folder, 'others.sh'),
    `#!/bin/sh\nuntil test -e ${folder}/begun; do sleep 0.01; done\n${program} 60 &\n` +
      `until grep -q hidden /proc/$!/comm; do :; done\n: >${folder}/hidden\nsleep 60\n`,
  );
  const request = {
    workRoot: newFolder(),
    calls: [{ written: mine, argv: [] }],
    meanwhile: { written: others, argv: [] },
  };
  const { outcomes, notices } = await runElsewhere(request, operator);
  expect(outcomes).toMatchObject([{ end: 'exited', exitCode: 0 }]);
  expect(notices).toEqual([]);
});

test.runIf(linux)(
  'each process is named once; threads, older processes and those of other users are not named',
  async () => {
    const running = [{}, root ? { uid: NOBODY, gid: NOBODY } : {}].map((user) =>
      spawn('/bin/sleep', ['60'], { stdio: 'ignore', ...user }),
    );
    await Promise.all(running.map((child) => once(child, 'spawn')));
    const [mine = 0, others = 0] = running.map(({ pid }) => pid ?? 0);
    const threads = readdirSync('/proc/self/task')
      .map(Number)
      .filter((thread) => thread !== process.pid);
    expect(threads.length).toBeGreaterThan(0);
    expect(explainHidden([1, process.ppid, ...threads, ...(root ? [others] : [])])).toBeUndefined();
    expect(explainHidden([mine])).toContain(`process ${mine} (sleep);`);
    expect(explainHidden([mine])).toBeUndefined();
    for (const child of running) child.kill('SIGKILL');
  },
);

test.runIf(hides)('a process that hides nothing is ended, and there is nothing to tell', async () => {
  const folder = newFolder();
  chmodSync(folder, 0o755);
  const call = { written: runAway(folder, '/bin/sleep'), argv: [] };
  const { outcomes, notices } = await runElsewhere({ workRoot: newFolder(), calls: [call] }, operator);
  const pid = outcomes[0]?.end === 'exited' ? outcomes[0].stdout.trim() : 'none';
  expect(existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : 'gone').toMatch(/^gone$|\) Z /);
  expect(notices).toEqual([]);
});

test('where there is no /proc the operator is told once what that means', async () => {
  const covered = ['unshare', '-m', 'sh', '-c', 'mount -t tmpfs none /proc && exec "$@"', 'sh'];
  if (!linux || !root || spawnSync('unshare', [...covered.slice(1), 'true']).status !== 0) {
    console.log('skipped: /proc can be covered by root on Linux only, with unshare');
    return;
  }
  const call = { written: '/bin/echo', argv: ['said'] };
  const request = { workRoot: newFolder(), calls: [call, call] };
  const { outcomes, notices } = await runElsewhere(request, { through: covered });
  expect(outcomes).toEqual([0, 1].map(() => ({ end: 'exited', exitCode: 0, stdout: 'said\n', stderr: '' })));
  expect(notices).toEqual([expect.stringContaining('there is no usable /proc here')]);
});
