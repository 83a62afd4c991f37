import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { approvedCall } from './approved-call.js';
import { createJailBench, jails, linesOf, python } from './jail-support.js';
import { fixtures, newFolder, survivorsOf, writeProgram, type Workbench } from './workbench.js';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

function listen(where: string | number): Promise<Server> {
  const server = createServer((socket) => socket.end());
  servers.push(server);
  return new Promise((resolve) => {
    if (typeof where === 'number') server.listen(where, '127.0.0.1', () => resolve(server));
    else server.listen(where, () => resolve(server));
  });
}

function homeOf({ workRoot }: Workbench): string {
  const [hash = ''] = readdirSync(join(workRoot, 'ledger'));
  return join(workRoot, 'ledger', hash);
}

function writeSecret(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'secret');
  return path;
}

describe.runIf(jails)('a program in a jail cannot', { timeout: 60_000 }, () => {
  test("read passwords, the operator's home, the runtime's home, other packs, other calls or other processes", async () => {
    const bench = createJailBench();
    const home = dirname(bench.workRoot);
    const paths = [
      ...[
        '/etc/shadow',
        '/etc/gshadow',
        '/etc/ssh',
        '/etc/ssl/private',
        '/root',
        '/home',
        '/var',
        '/run',
        '/sys',
        '/boot',
      ],
      ...[homedir(), dirname(home), '/proc/1/root/etc/shadow', '/proc/kcore', `/proc/${process.pid}/environ`],
      ...[
        home,
        join(home, 'config.json'),
        join(home, 'audit', 'log.jsonl'),
        join(home, 'credentials', 'ledger.json'),
      ].map((path) => (path === home ? path : writeSecret(path))),
      writeSecret(join(newFolder(), 'other-pack', 'surface.json')),
      writeSecret(join(bench.workRoot, 'other', 'abc', 'state')),
      writeSecret(join(bench.workRoot, 'ledger', 'of-someone-else', 'state')),
      writeSecret(join(bench.workRoot, '.tmp', 'another-call', 'state')),
    ];
    // Folders that lead to the work folder are there inside, with nothing else in them.
    const outcome = await bench.run('./escape/read-files.mjs', paths);
    const leading = paths.filter((path) => bench.workRoot.startsWith(path));
    expect(linesOf(outcome).filter((path) => !leading.includes(path))).toEqual([]);
    const listed = await bench.run('/bin/ls', ['-A', home, bench.workRoot, join(bench.workRoot, 'ledger')]);
    expect(linesOf(listed).filter((line) => /other|secret|config|audit|credentials|someone|\.tmp/.test(line))).toEqual(
      [],
    );
  });

  test('write anywhere but in its work folder and its own /tmp', async () => {
    const bench = createJailBench();
    const own = join(fixtures, 'escape', 'write-files.mjs');
    const before = statSync(own, { bigint: true });
    const paths = [
      ...[
        '/file',
        '/usr/file',
        '/usr/bin/env',
        '/bin/sh',
        '/etc/passwd',
        '/etc/file',
        '/etc/ld.so.preload',
        '/dev/file',
      ],
      ...[
        '/proc/sys/kernel/core_pattern',
        '/proc/sys/kernel/hostname',
        '/proc/sysrq-trigger',
        '/proc/self/oom_score_adj',
      ],
      ...[own, join(fixtures, 'file')],
    ];
    const kept = [writeSecret(join(dirname(bench.workRoot), 'config.json')), writeSecret(join(bench.workRoot, 'file'))];
    const wrote = linesOf(await bench.run('./escape/write-files.mjs', [...paths, ...kept]));
    // What lies below /tmp outside is written to in the call's own /tmp, if at all.
    expect(wrote.filter((line) => !line.includes(' /tmp/'))).toEqual([]);
    expect(kept.map((path) => readFileSync(path, 'utf8'))).toEqual(['secret', 'secret']);
    expect(kept.flatMap((path) => readdirSync(dirname(path))).filter((name) => /new|gone|link/.test(name))).toEqual([]);
    const after = statSync(own, { bigint: true });
    expect([after.ino, after.mtimeNs, after.mode, after.size]).toEqual([
      before.ino,
      before.mtimeNs,
      before.mode,
      before.size,
    ]);
    const home = await bench.run('/bin/sh', [
      '-c',
      'echo x > "$HOME/kept"; echo x > "$TMPDIR/gone"; echo x > /dev/shm/gone; pwd',
    ]);
    expect(linesOf(home)).toEqual([fixtures]);
    expect(readFileSync(join(homeOf(bench), 'kept'), 'utf8')).toBe('x\n');
  });

  test('replace its own binary', async () => {
    const bench = createJailBench();
    const packRoot = newFolder();
    writeProgram(
      join(packRoot, 'self.sh'),
      '#!/bin/sh\nfor way in "cp /bin/true" "mv /bin/true" "ln -sf /bin/true" "tee"; do echo x 2>/dev/null | $way "$0" 2>/dev/null >/dev/null && echo "$way"; done\nrm -f "$0" 2>/dev/null && echo removed\nexit 0\n',
    );
    const path = join(packRoot, 'self.sh');
    const outcome = await bench.run(path, [], { command: { cwd: packRoot } });
    expect(linesOf(outcome)).toEqual([]);
    expect(readFileSync(path, 'utf8')).toContain('#!/bin/sh');
  });

  test('connect to a port of this machine, to a socket of the runtime, to an abstract socket or to the network', async () => {
    const bench = createJailBench();
    const port = ((await listen(0)).address() as AddressInfo).port;
    const socket = join(dirname(bench.workRoot), 'hcpd.sock');
    const abstract = `hcp-escape-${process.pid}`;
    await listen(socket);
    await listen(`\0${abstract}`);
    const addresses = [
      `tcp:127.0.0.1:${port}`,
      `tcp:localhost:${port}`,
      `unix:${socket}`,
      `abstract:${abstract}`,
      'tcp:192.0.2.1:80',
    ];
    expect(linesOf(await bench.run('./escape/connect.mjs', addresses))).toEqual([]);
    const shared = createJailBench({ network: 'host' });
    expect(linesOf(await shared.run('./escape/connect.mjs', [`tcp:127.0.0.1:${port}`]))).toEqual([
      `tcp:127.0.0.1:${port}`,
    ]);
  });

  test.runIf(python)('see, signal or trace a process outside', async () => {
    const outside = spawn('/bin/sleep', ['60']);
    const pids = [process.pid, process.ppid, outside.pid ?? 0].filter((pid) => pid > 100).map(String);
    expect(linesOf(await createJailBench().run('./escape/touch-processes.py', pids))).toEqual([]);
    expect(outside.exitCode).toBeNull();
    outside.kill();
  });

  test.runIf(python)('gain a capability, a namespace, a mount, a device or another user', async () => {
    expect(linesOf(await createJailBench().run('./escape/gain-power.py'))).toEqual([]);
  });

  test.runIf(python)(
    'outlive its call, in a session of its own, orphaned, or with its environment cleared',
    async () => {
      const bench = createJailBench();
      const call = approvedCall();
      expect(linesOf(await bench.run('./escape/outlive.py', [], { call }))).toEqual(['left']);
      expect(survivorsOf(call.callId)).toEqual([]);
      const marks = ['double-fork', 'cleared', 'child'].map((name) => join(homeOf(bench), name));
      const sizes = marks.map((path) => statSync(path).size);
      await delay(100);
      expect(marks.map((path) => statSync(path).size)).toEqual(sizes);
    },
  );

  test.runIf(python)('outlive a call that is timed out or cancelled', async () => {
    const bench = createJailBench();
    const controller = new AbortController();
    const late = approvedCall();
    const cancelled = approvedCall({ signal: controller.signal });
    const script = 'setsid sleep 600 & sleep 600';
    const first = bench.run('/bin/sh', ['-c', script], { call: late, command: { timeoutMs: 500 } });
    const second = bench.run('/bin/sh', ['-c', script], { call: cancelled });
    await delay(500);
    controller.abort();
    expect(await first).toMatchObject({ end: 'timed_out' });
    expect(await second).toMatchObject({ end: 'cancelled' });
    expect([...survivorsOf(late.callId), ...survivorsOf(cancelled.callId)]).toEqual([]);
    expect(bench.notices).toEqual([]);
  });
});

describe('what a call made is gone', () => {
  test.runIf(jails)('after it: folders, control groups and processes', async () => {
    const bench = createJailBench();
    const call = approvedCall();
    await bench.run('/bin/sh', ['-c', 'echo x > /tmp/file; mkdir -p /tmp/a/b'], { call });
    expect(existsSync(join(bench.workRoot, '.tmp', call.callId))).toBe(false);
    expect(readFileSync('/proc/self/mountinfo', 'utf8')).not.toContain(bench.workRoot);
  });
});
