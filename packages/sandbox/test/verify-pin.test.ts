import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pinBin, verifyPin } from '../src/index.js';
import { createWorkbench, newFolder, operatorUid, pinAnywhere, searchPath, writeProgram } from './workbench.js';

function scriptAndInterpreter(): { folder: string; interpreter: string; script: string } {
  const folder = newFolder();
  const interpreter = join(folder, 'interpreter');
  copyFileSync('/bin/sh', interpreter);
  chmodSync(interpreter, 0o755);
  return { folder, interpreter, script: writeProgram(join(folder, 'script.sh'), `#!${interpreter}\necho before\n`) };
}

test('an unchanged program may be started', async () => {
  const { script } = scriptAndInterpreter();
  expect(await verifyPin(await pinAnywhere(script))).toBeUndefined();
});

test('a touched program is read again and may be started', async () => {
  const { script, interpreter } = scriptAndInterpreter();
  const pin = await pinAnywhere(script);
  for (const path of [script, interpreter]) utimesSync(path, 1, 1);
  expect(await verifyPin(pin)).toBeUndefined();
  expect(await verifyPin(pin)).toBeUndefined();
});

test('a program swapped for another of the same length is refused and named, and so is its interpreter', async () => {
  const { script, interpreter, folder } = scriptAndInterpreter();
  const pin = await pinAnywhere(script);
  writeProgram(join(folder, 'other'), `#!${interpreter}\necho behind\n`);
  renameSync(join(folder, 'other'), script);
  expect(await verifyPin(pin)).toMatch(
    new RegExp(`^sandbox: ${script} changed since it was installed; .*hcp install --update`),
  );
  const outcome = await createWorkbench().run('./exit-with.sh', [], { command: { bin: pin } });
  expect(outcome).toMatchObject({ end: 'refused', error: expect.stringContaining(script) as string });

  const second = scriptAndInterpreter();
  const secondPin = await pinAnywhere(second.script);
  writeFileSync(second.interpreter, '#!/bin/sh\n');
  expect(await verifyPin(secondPin)).toContain(`sandbox: ${second.interpreter} changed`);
});

test('a program written to in place is refused', async () => {
  const { script, interpreter } = scriptAndInterpreter();
  const pin = await pinAnywhere(script);
  writeFileSync(script, `#!${interpreter}\necho behind\n`);
  expect(await verifyPin(pin)).toContain('changed since it was installed');
});

test('a changed program that was accepted once as touched is still refused once it changes', async () => {
  const { script, interpreter } = scriptAndInterpreter();
  const pin = await pinAnywhere(script);
  utimesSync(script, 1, 1);
  expect(await verifyPin(pin)).toBeUndefined();
  writeFileSync(script, `#!${interpreter}\necho behind\n`);
  expect(await verifyPin(pin)).toContain('changed since it was installed');
});

test('a program replaced by a symlink to a copy of it, or by a folder, is refused', async () => {
  const { script, folder } = scriptAndInterpreter();
  const pin = await pinAnywhere(script);
  copyFileSync(script, join(folder, 'copy'));
  rmSync(script);
  symlinkSync('copy', script);
  expect(await verifyPin(pin)).toContain('became a symlink');
  rmSync(script);
  mkdirSync(script);
  expect(await verifyPin(pin)).toContain('became something other than a file');
});

test('a program that becomes writable by everyone is refused', async () => {
  const { script } = scriptAndInterpreter();
  const { pin } = await pinBin({
    written: script,
    packRoot: '/',
    searchPath,
    acceptPaths: [],
    operatorUid,
    allowed: true,
  });
  chmodSync(script, 0o777);
  expect(await verifyPin(pin)).toMatch(/^sandbox: .* is writable by everyone \(mode 0777\)/);
});

test('gone, not executable, interpreter gone and not allowlisted are told apart', async () => {
  const { script, interpreter } = scriptAndInterpreter();
  const pin = await pinAnywhere(script);
  expect(await verifyPin({ ...pin, allowed: false })).toBe(`sandbox: bin "${script}" not allowlisted`);
  chmodSync(interpreter, 0o644);
  expect(await verifyPin(pin)).toBe(`sandbox: interpreter ${interpreter} is not executable`);
  rmSync(interpreter);
  expect(await verifyPin(pin)).toBe(`sandbox: interpreter ${interpreter} missing`);
  chmodSync(script, 0o644);
  expect(await verifyPin(pin)).toBe('exit 126');
  rmSync(script);
  expect(await verifyPin(pin)).toBe('exit 127');
});

test('a system file whose digest differs is an upgrade, as long as it is started the same way', async () => {
  const system = await pinAnywhere('cat');
  const upgraded = { ...system, file: { ...system.file, sha256: '0'.repeat(64), ctime_ns: '1' } };
  expect(await verifyPin(upgraded)).toBeUndefined();
  const interpreted = await pinAnywhere(writeProgram(join(newFolder(), 'script'), '#!/bin/sh\n'));
  const other = {
    ...upgraded,
    interpreters: interpreted.interpreters,
    file: { ...upgraded.file, sha256: '1'.repeat(64) },
  };
  expect(await verifyPin(other)).toContain('is started by something else since it was installed');
});

test('a file by place that does not belong to root is refused when it changes', async () => {
  const { script, interpreter } = scriptAndInterpreter();
  const pin = await pinAnywhere(script);
  writeFileSync(script, `#!${interpreter}\necho behind\n`);
  // As root a file that was given away; the owner alone is wrong, since the pin accepts every place.
  if (operatorUid === 0) chownSync(script, 12_345, 0);
  expect(await verifyPin({ ...pin, file: { ...pin.file, by: 'system' } })).toContain('no longer belongs to root');
});
