import { execFileSync, spawnSync } from 'node:child_process';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { fitDescriptors, openFilesLimit } from '../../src/limits/fit-descriptors.js';
import { limitFlags, type LimitSettings } from '../../src/settings.js';
import { createHome, exec, openClient } from '../daemon-harness.js';

const defaults = Object.fromEntries(
  limitFlags.map(({ setting, byDefault }) => [setting, byDefault]),
) as unknown as LimitSettings;

test('enough open files change nothing; fewer are shared between connections and calls', () => {
  expect(fitDescriptors(defaults, undefined)).toEqual({ limits: defaults, lowered: undefined });
  expect(fitDescriptors(defaults, 4096)).toEqual({ limits: defaults, lowered: undefined });
  const { limits, lowered } = fitDescriptors(defaults, 1024);
  expect(limits).toMatchObject({ maxRunning: 60, maxConnections: 480 });
  expect(lowered).toMatch(/^1024 open files are allowed, which suffices for 480 connections and 60 calls/);
  expect(fitDescriptors(defaults, 100).limits).toMatchObject({ maxRunning: 2, maxConnections: 20 });
  expect(() => fitDescriptors(defaults, 64)).toThrow(/64 open files are allowed, too few .* at least 96/);
});

test.runIf(process.platform === 'linux')('the limit is that of the process', () => {
  expect(openFilesLimit()).toBe(Number(execFileSync('/bin/sh', ['-c', 'ulimit -n'], { encoding: 'utf8' })));
});

const prlimit = spawnSync('prlimit', ['--version']).status === 0;
if (!prlimit) console.log('skipped: a daemon with few open files, as there is no prlimit');

test.runIf(prlimit)('a daemon with few open files serves while many only hold connections', async () => {
  const home = await createHome('native-local', ['prlimit', '--nofile=100:100']);
  const daemon = await home.start('--listen', '127.0.0.1:0');
  const held: Socket[] = [];
  try {
    const client = await openClient(daemon, await home.token('client'));
    for (let index = 0; index < 200; index += 1) {
      held.push(connect(daemon.port, '127.0.0.1').on('error', () => undefined));
      await new Promise((resolve) => held.at(-1)?.once('connect', resolve).once('close', resolve));
    }
    for (let call = 0; call < 5; call += 1) {
      const answer = await daemon.ask(exec(client, 'echo', { args: { text: 'served' }, agent: new Agent() }));
      expect(answer.text).toContain('"result":{"text":"served"}');
    }
  } finally {
    for (const socket of held) socket.destroy();
    daemon.signal('SIGTERM');
    await daemon.ended;
    await home.remove();
  }
});
