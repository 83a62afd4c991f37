import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createJailBench, jails, linesOf } from './jail-support.js';
import { newFolder, writeProgram } from './workbench.js';

/** Says of each argument whether it is there to be read. */
const LOOK = '#!/bin/sh\nfor path; do if test -r "$path"; then echo seen; else echo hidden; fi; done\n';

function program(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  return writeProgram(path, LOOK);
}

/** An operator's project with a secret and something to run. */
function project(): string {
  const folder = newFolder();
  writeFileSync(join(folder, '.env'), '');
  program(join(folder, 'run'));
  // A binary is started by the path it was found by, symlinks and all.
  copyFileSync('/bin/ls', join(folder, 'look'));
  return folder;
}

describe.runIf(jails)('what lies about a program in its pack widens the jail by nothing', () => {
  test('a node_modules that is a symlink is not followed', async () => {
    const [pack, victim] = [newFolder(), project()];
    symlinkSync(victim, join(pack, 'node_modules'));
    const outcome = await createJailBench().run(join(pack, 'node_modules', 'look'), [join(victim, '.env')], {
      command: { cwd: pack },
    });
    expect(outcome).toMatchObject({ end: 'exited', exitCode: 2, stdout: '' });
  });

  test('a bin that is a symlink, beside a lib of an interpreter, is not followed', async () => {
    const [pack, victim] = [newFolder(), project()];
    mkdirSync(join(pack, 'env', 'lib', 'ruby'), { recursive: true });
    symlinkSync(victim, join(pack, 'env', 'bin'));
    const outcome = await createJailBench().run(join(pack, 'env', 'bin', 'look'), [join(victim, '.env')], {
      command: { cwd: pack },
    });
    expect(outcome).toMatchObject({ end: 'exited', exitCode: 2, stdout: '' });
  });

  test('a lib that is a symlink is not followed, and /etc stays the prepared one', async () => {
    for (const target of ['/etc', '/var', project()]) {
      const folder = newFolder();
      const bin = program(join(folder, 'bin', 'run'));
      symlinkSync(target, join(folder, 'lib'));
      const outcome = await createJailBench().run(bin, ['/etc/shadow', '/var/lib', join(target, '.env')], {
        command: { cwd: folder },
      });
      expect(linesOf(outcome), target).toEqual(['hidden', 'hidden', 'hidden']);
    }
  });

  test('an interpreter that a script names brings its project along no more', async () => {
    const [pack, victim] = [newFolder(), project()];
    writeFileSync(join(victim, 'package.json'), '{"bin":"./run"}');
    const script = writeProgram(join(pack, 'script'), `#!${join(victim, 'run')}\n`);
    const outcome = await createJailBench().run(script, [join(victim, '.env')], { command: { cwd: pack } });
    // The script itself comes first: the kernel hands it to its interpreter.
    expect(linesOf(outcome)).toEqual(['seen', 'hidden']);
  });

  test('a pack root at or above what is made anew inside refuses', async () => {
    for (const cwd of ['/etc', '/tmp']) {
      const outcome = await createJailBench().run('/bin/true', [], { command: { cwd } });
      expect(outcome).toMatchObject({
        end: 'refused',
        error: expect.stringMatching(/pack root \/(?:etc|tmp)[,\s]/) as string,
      });
    }
  });

  test('what lies where the machine keeps its own is for the operator to show', async () => {
    const folder = mkdtempSync('/var/tmp/hcp-sandbox-');
    try {
      const bin = program(join(folder, 'bin', 'run'));
      mkdirSync(join(folder, 'lib', 'ruby'), { recursive: true });
      const [asked, command] = [[join(folder, 'lib', 'ruby')], { command: { cwd: newFolder() } }];
      expect(await createJailBench().run(bin, asked, command)).toMatchObject({
        end: 'refused',
        error: expect.stringMatching(/needs \/var\/tmp\/.*which lies in \/var.*packs\.<id>\.readable/) as string,
      });
      expect(linesOf(await createJailBench({ readable: [folder] }).run(bin, asked, command))).toEqual(['seen']);
      expect(linesOf(await createJailBench({}, { operatorHome: '/var/tmp' }).run(bin, asked, command))).toEqual([
        'seen',
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
