import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { groupPlaces } from '../src/group-places.js';
import { withoutRemark } from '../src/spare-jail.js';
import { createJailBench, jails, linesOf } from './jail-support.js';

const places = jails ? await groupPlaces() : [];
if (places.length === 0) console.log('skipped: no control group can be made on this machine, so no jail is made ready');

test('what xargs says of the end of bubblewrap is told from what the program said', () => {
  const said = '/usr/bin/xargs: /usr/bin/bwrap: exited with status 255; aborting\n';
  const full = { helperCode: 124, exitCode: 255 };
  expect(withoutRemark(`own words\n${said}`, full)).toEqual({ stderr: 'own words\n', signal: undefined });
  expect(withoutRemark(`${said}${said}`, full)).toEqual({ stderr: said, signal: undefined });
  const killed = 'xargs: /usr/bin/bwrap: terminated by signal 9\n';
  expect(withoutRemark(killed, { helperCode: 125, exitCode: undefined })).toEqual({ stderr: '', signal: 9 });
  expect(withoutRemark(`${said}own words\n`, full)).toEqual({ stderr: `${said}own words\n`, signal: undefined });
});

describe.runIf(places.length > 0)('a call in a jail that was made ready', { timeout: 60_000 }, () => {
  test('is like any other: words, descriptors, codes and streams', async () => {
    const { run } = createJailBench();
    for (let index = 0; index < 8; index += 1) {
      await run('/bin/true');
      await delay(60);
    }
    const words = ['a b', '', "it's", '$(id)', '--', '-0', 'ä\n', 'x'.repeat(10_000)];
    const echoed = await run('/bin/sh', ['-c', 'for word; do printf "%s|" "$word"; done', 'sh', ...words]);
    expect(echoed).toMatchObject({ stdout: words.map((word) => `${word}|`).join('') });
    await delay(60);
    const held = 'for place in /proc/self/fd/*; do readlink "$place"; done | grep -v /dev/null | grep -c -v "/proc/"';
    expect(linesOf(await run('/bin/bash', ['-c', `${held}; true`]))).toEqual(['2']);
    await delay(60);
    const failed = await run('/bin/sh', ['-c', 'echo own words >&2; exit 255']);
    expect(failed).toEqual({ end: 'exited', exitCode: 255, stdout: '', stderr: 'own words\n' });
    await delay(60);
    expect(await run('/bin/sh', ['-c', 'kill -9 $$'])).toMatchObject({ exitCode: 137, stderr: '' });
  });

  test('leaves a program its own words, whatever they are and however it ends', async () => {
    const { run } = createJailBench();
    const remarks = [
      '/usr/bin/xargs: /usr/bin/bwrap: exited with status 255; aborting\n',
      '/usr/bin/xargs: /usr/bin/bwrap: terminated by signal 9\n',
    ];
    await run('/bin/true');
    for (const remark of remarks) {
      for (const code of [0, 1, 123, 124, 125, 137, 255]) {
        await delay(60);
        const outcome = await run('/bin/sh', ['-c', 'printf %s "$1" >&2; exit $2', 'sh', remark, String(code)]);
        expect(outcome).toEqual({ end: 'exited', exitCode: code, stdout: '', stderr: remark });
      }
    }
  });

  test('leaves nothing behind when the process that made one ready ends', () => {
    const sources = join(import.meta.dirname, 'fixtures', 'typescript-sources.mjs');
    const program = `
      const { createSandbox, pinBin } = await import('${join(import.meta.dirname, '..', 'src', 'index.ts')}');
      const { mkdtempSync, mkdirSync, rmSync } = await import('node:fs');
      const folder = mkdtempSync('/tmp/hcp-sandbox-');
      mkdirSync(folder + '/pack');
      const options = { mode: 'sandbox', workRoot: folder + '/home/work', isForbiddenVariable: () => false };
      const sandbox = createSandbox({ ...options, notifyOperator: (notice) => console.log(notice.message) });
      const where = { written: '/bin/true', packRoot: folder + '/pack', searchPath: '', acceptPaths: ['/'] };
      const { pin } = await pinBin({ ...where, operatorUid: process.geteuid(), allowed: true });
      const command = { bin: pin, argv: [], cwd: folder + '/pack', agentEnv: {}, credentialEnv: {}, timeoutMs: 9000 };
      const who = { packId: 'p', verbKey: 'v', tenant: 't', principalId: 'a', bindingMode: 'public' };
      for (let call = 0; call < 5; call += 1) {
        const outcome = await sandbox.run({ ...who, callId: 'c' + call }, { ...command, maxOutputBytes: 1000 });
        if (outcome.exitCode !== 0) console.log(JSON.stringify(outcome));
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      rmSync(folder, { recursive: true });
      console.log(process.pid);`;
    const words = ['--import', sources, '--input-type=module', '-e', program];
    const ended = spawnSync(process.execPath, words, { encoding: 'utf8', timeout: 20_000 });
    expect(ended.status).toBe(0);
    const pid = ended.stdout.trim();
    expect(pid).toMatch(/^\d+$/);
    const left = places.flatMap(({ folder }) => readdirSync(folder).filter((name) => name.startsWith(`hcp-${pid}-`)));
    expect(left).toEqual([]);
  });
});
