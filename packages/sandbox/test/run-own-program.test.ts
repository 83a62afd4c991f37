import { existsSync, readFileSync, rmSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { runOwnProgram, type OwnProgram, type OwnProgramEnd } from '../src/run-own-program.js';

const run = (text: string, more: Partial<OwnProgram> = {}): Promise<OwnProgramEnd> =>
  runOwnProgram({
    argv: ['-e', text],
    environment: {},
    input: 'asked\n',
    timeoutMs: 20_000,
    maxOutputBytes: 1000,
    ...more,
  });

const isGone = (pid: string): boolean =>
  !existsSync(`/proc/${pid}/stat`) || readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');

test('a program of the runtime answers what it was asked, in an environment that holds nothing else', async () => {
  vi.stubEnv('GH_TOKEN', 'ambient-token');
  const text =
    'process.stdin.once("data", (line) => { console.log(JSON.stringify([String(line), process.env])); process.exit(3) })';
  const ended = await run(text, { environment: { ONLY: 'this' } });
  vi.unstubAllEnvs();
  expect(ended).toMatchObject({ end: 'exited', exitCode: 3 });
  expect(JSON.parse(ended.end === 'exited' ? ended.stdout : '')).toEqual(['asked\n', { ONLY: 'this' }]);
});

test('one that hangs, or says too much, is killed with what it started', async () => {
  const file = `/tmp/hcp-own-program-${process.pid}`;
  const text = `
    const { spawn } = require('node:child_process');
    const { pid } = spawn('/bin/sleep', ['600'], { stdio: 'inherit' });
    require('node:fs').writeFileSync(process.argv[1], pid + ' ' + process.pid);`;
  const ends = [
    { rest: 'for (;;);', timeoutMs: 1500, end: 'timed_out' },
    { rest: 'setInterval(() => console.log("x".repeat(600)), 9)', timeoutMs: 20_000, end: 'output_exceeded' },
  ];
  for (const { rest, timeoutMs, end } of ends) {
    expect(await run('', { argv: ['-e', `${text}\n${rest}`, file], timeoutMs })).toEqual({ end });
    const pids = readFileSync(file, 'utf8').split(' ');
    await vi.waitFor(() => expect(pids.map(isGone)).toEqual([true, true]), 5000);
  }
  rmSync(file);
});

test('one that ends at once, or by a signal, has ended', async () => {
  expect(await run('')).toEqual({ end: 'exited', exitCode: 0, stdout: '' });
  expect(await run('process.kill(process.pid, "SIGKILL")')).toMatchObject({ end: 'exited', exitCode: 128 });
  expect(await run('', { argv: ['--no-such-flag'] })).toMatchObject({ end: 'exited', exitCode: 9 });
});

test('one that the system does not start says so', async () => {
  expect(await run('', { argv: ['-e', 'x'.repeat(200_000)] })).toEqual({ end: 'not_started', code: 'E2BIG' });
});
