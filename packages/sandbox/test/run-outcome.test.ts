import { chmodSync, copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { approvedCall } from './approved-call.js';
import { createWorkbench, fixtures, newFolder, pinAnywhere, writeProgram } from './workbench.js';

test.each([0, 1, 126, 127])('exit %i is the exit code, with both streams', async (code) => {
  const outcome = await createWorkbench().run('./exit-with.sh', [String(code)]);
  expect(outcome).toEqual({ end: 'exited', exitCode: code, stdout: `out ${code}\n`, stderr: `err ${code}\n` });
});

test.each([9, 15, 11, 34, 64])('death by signal %i is exit 128 + n and never success', async (signal) => {
  if (process.platform !== 'linux' && signal > 31) {
    console.log('skipped: real-time signals are told apart on Linux only');
    return;
  }
  const outcome = await createWorkbench().run('./die-by-signal.sh', [String(signal)]);
  expect(outcome).toEqual({ end: 'exited', exitCode: 128 + signal, stdout: '', stderr: '' });
});

test('a prompt meets the end of input instead of waiting', async () => {
  const outcome = await createWorkbench().run('./ask.sh');
  expect(outcome).toMatchObject({ exitCode: 0, stdout: 'Continue? end of input\n' });
});

test('each argument arrives as one word, whatever it holds', async () => {
  const argv = ['two words', '$HOME', '`id`', '*', '', '-x', 'ünï', '$(touch /tmp/x); "quoted"'];
  const outcome = await createWorkbench().run('./echo-argv.sh', argv);
  expect(outcome).toMatchObject({ exitCode: 0, stdout: argv.map((word) => `${word}\n`).join('') });
});

test('a character split between two writes stays whole', async () => {
  expect(await createWorkbench().run('./split-character.sh')).toMatchObject({ stdout: 'café\n' });
});

test('bytes that are not UTF-8 become U+FFFD', async () => {
  expect(await createWorkbench().run('./binary-output.sh')).toMatchObject({ stdout: 'a\uFFFD\uFFFD\0b' });
});

test('output of exactly the limit is answered, one byte more is refused without output', async () => {
  const { run } = createWorkbench();
  const command = { maxOutputBytes: 1_000_000 };
  const full = await run('/usr/bin/head', ['-c', '1000000', '/dev/zero'], { command });
  expect(full).toMatchObject({ end: 'exited', exitCode: 0, stdout: '\0'.repeat(1_000_000) });
  const over = await run('/usr/bin/head', ['-c', '1000001', '/dev/zero'], { command });
  expect(over).toEqual({ end: 'output_exceeded', error: 'output exceeded 1000000 bytes' });
});

test('a program that closes its streams and leaves at once is answered', async () => {
  expect(await createWorkbench().run('./early-exit.sh')).toEqual({
    end: 'exited',
    exitCode: 0,
    stdout: '',
    stderr: '',
  });
});

test('the working folder is the one asked for', async () => {
  const cwd = newFolder();
  expect(await createWorkbench().run('/bin/pwd', ['-P'], { command: { cwd } })).toMatchObject({ stdout: `${cwd}\n` });
});

test('arguments the system has no room for are refused without a word of them', async () => {
  const argv = Array.from({ length: 200 }, () => 'secret'.repeat(20_000));
  const outcome = await createWorkbench().run('./echo-argv.sh', argv);
  expect(outcome).toEqual({ end: 'refused', error: 'sandbox: arguments are too long for this system' });
});

test('a NUL in an argument or a variable is refused without the value', async () => {
  const { run } = createWorkbench();
  const refusal = { end: 'refused', error: 'sandbox: an argument or a variable holds a NUL byte' };
  expect(await run('./echo-argv.sh', ['secret\0x'])).toEqual(refusal);
  expect(await run('./echo-argv.sh', [], { command: { credentialEnv: { TOKEN: 'secret\0x' } } })).toEqual(refusal);
});

test('missing folder, missing interpreter, missing exec bit and missing bin are four different refusals', async () => {
  const folder = newFolder();
  const shell = join(folder, 'shell');
  copyFileSync('/bin/sh', shell);
  chmodSync(shell, 0o755);
  const script = writeProgram(join(folder, 'script.sh'), `#!${shell}\necho ran >"${folder}/ran"\n`);
  const bin = await pinAnywhere(script);
  const { run } = createWorkbench();
  const attempt = (more = {}): Promise<unknown> => run('./exit-with.sh', [], { command: { bin, ...more } });

  expect(await attempt({ cwd: join(folder, 'nowhere') })).toEqual({
    end: 'refused',
    error: 'sandbox: working folder missing',
  });
  chmodSync(script, 0o644);
  expect(await attempt()).toEqual({ end: 'refused', error: 'exit 126', exitCode: 126 });
  chmodSync(script, 0o755);
  rmSync(shell);
  expect(await attempt()).toEqual({ end: 'refused', error: `sandbox: interpreter ${shell} missing` });
  rmSync(script);
  expect(await attempt()).toEqual({ end: 'refused', error: 'exit 127', exitCode: 127 });
  expect(existsSync(join(folder, 'ran'))).toBe(false);
});

test('a bin that is not allowlisted is not started', async () => {
  const bin = { ...(await pinAnywhere('./stay.sh')), allowed: false };
  const outcome = await createWorkbench().run('./stay.sh', [], { command: { bin } });
  expect(outcome).toEqual({ end: 'refused', error: 'sandbox: bin "./stay.sh" not allowlisted', exitCode: 127 });
});

test('fifty calls at once each get their own output', async () => {
  const { run } = createWorkbench();
  const numbers = Array.from({ length: 50 }, (_, index) => index);
  const outcomes = await Promise.all(numbers.map((index) => run('./echo-argv.sh', [`call ${index}`])));
  expect(outcomes).toEqual(
    numbers.map((index) => ({ end: 'exited', exitCode: 0, stdout: `call ${index}\n`, stderr: '' })),
  );
});

test('a call id that is no plain name is refused before anything is made', async () => {
  for (const callId of ['../x', '', 'a/b', '.tmp', 'x'.repeat(129)]) {
    expect(await createWorkbench().run('./stay.sh', [], { call: approvedCall({ callId }) })).toMatchObject({
      end: 'refused',
    });
  }
});

test('a script is started with the name of its real path', async () => {
  const folder = newFolder();
  const script = writeProgram(join(folder, 'name.sh'), '#!/bin/sh\necho "$0"\n');
  expect(await createWorkbench().run(script, [], { command: { cwd: fixtures } })).toMatchObject({
    stdout: `${script}\n`,
  });
});
