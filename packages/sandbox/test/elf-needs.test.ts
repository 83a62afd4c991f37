import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readElfNeeds } from '../src/elf-needs.js';
import { createJailBench, jails, linesOf } from './jail-support.js';
import { newFolder } from './workbench.js';

const compiler = existsSync('/usr/bin/gcc') && process.arch === 'x64';
if (!compiler) console.log('skipped: gcc makes the binaries with libraries beside them, and is not installed');

test('a binary names its loader; a script, an empty file and a cut off one name nothing', () => {
  const folder = newFolder();
  if (existsSync('/lib64/ld-linux-x86-64.so.2')) {
    expect(readElfNeeds('/bin/sh', '/bin').loader).toBe('/lib64/ld-linux-x86-64.so.2');
  }
  for (const text of ['', '#!/bin/sh\n', '\x7fELF', `\x7fELF\x02\x01${'\xff'.repeat(100)}`]) {
    writeFileSync(join(folder, 'file'), text, 'latin1');
    expect(readElfNeeds(join(folder, 'file'), folder)).toEqual({ loader: undefined, libraryFolders: [] });
  }
  expect(readElfNeeds(join(folder, 'gone'), folder)).toEqual({ loader: undefined, libraryFolders: [] });
});

test.runIf(compiler)('a binary finds the libraries that its own headers place beside it, in a jail too', async () => {
  const folder = newFolder();
  const packRoot = newFolder();
  const compile = (...words: string[]): void => {
    const { status, stderr } = spawnSync('gcc', words, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  writeFileSync(join(folder, 'word.c'), 'const char *word(void) { return "beside"; }\n');
  writeFileSync(
    join(folder, 'main.c'),
    '#include <stdio.h>\nconst char *word(void);\nint main(void) { puts(word()); return 0; }\n',
  );
  spawnSync('mkdir', ['-p', join(folder, 'bin'), join(folder, 'libraries')]);
  compile('-shared', '-fPIC', '-o', 'libraries/libword.so', 'word.c');
  compile('-o', 'bin/main', 'main.c', '-Llibraries', '-lword', '-Wl,-rpath,$ORIGIN/../libraries');
  const { libraryFolders } = readElfNeeds(join(folder, 'bin', 'main'), join(folder, 'bin'));
  expect(libraryFolders).toEqual([`${folder}/bin/../libraries`]);
  if (!jails) return;
  const outcome = await createJailBench().run(join(folder, 'bin', 'main'), [], { command: { cwd: packRoot } });
  expect(linesOf(outcome)).toEqual(['beside']);
});
