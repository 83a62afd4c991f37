import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
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
  spawnSync('mkdir', ['-p', join(folder, 'bin'), join(folder, 'lib')]);
  compile('-shared', '-fPIC', '-o', 'lib/libword.so', 'word.c');
  compile('-o', 'bin/main', 'main.c', '-Llib', '-lword', '-Wl,-rpath,$ORIGIN/../lib');
  const { libraryFolders } = readElfNeeds(join(folder, 'bin', 'main'), join(folder, 'bin'));
  expect(libraryFolders).toEqual([`${folder}/bin/../lib`]);
  if (!jails) return;
  const outcome = await createJailBench().run(join(folder, 'bin', 'main'), [], { command: { cwd: packRoot } });
  expect(linesOf(outcome)).toEqual(['beside']);
});

const printer =
  '#include <stdio.h>\nint main(int c, char **v) { for (int i = 1; i < c; i++) { FILE *f = fopen(v[i], "r"); puts(f ? "seen" : "hidden"); } return 0; }\n';

function hostile(folder: string, runpath: string): string {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'main.c'), printer);
  const words = ['-o', 'bin/main', 'main.c', `-Wl,-rpath,${runpath}`];
  const { status, stderr } = spawnSync('gcc', words, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return join(folder, 'bin', 'main');
}

test.runIf(compiler && jails)('what a binary names beyond its own lib folder is not shown to it', async () => {
  const elsewhere = newFolder();
  writeFileSync(join(elsewhere, 'secret'), '');
  for (const named of ['/etc', '/run', '/var', '/sys', '/root', elsewhere, '$ORIGIN/..', '/usr/share/..:/etc']) {
    const bin = hostile(newFolder(), named);
    const packRoot = named === '$ORIGIN/..' ? join(bin, '..') : join(bin, '..', '..');
    const outcome = await createJailBench().run(bin, [`${elsewhere}/secret`], { command: { cwd: packRoot } });
    expect(outcome, named).toMatchObject({ end: 'refused' });
    expect(outcome.end === 'refused' && outcome.error, named).toMatch(
      /^sandbox: .*main looks for libraries in \/.*readable/,
    );
  }
});

test.runIf(compiler && jails)('the operator may show a binary what it names', async () => {
  const elsewhere = newFolder();
  writeFileSync(join(elsewhere, 'library'), '');
  const bin = hostile(newFolder(), elsewhere);
  const command = { cwd: join(bin, '..', '..') };
  const outcome = await createJailBench({ readable: [elsewhere] }).run(bin, [join(elsewhere, 'library')], { command });
  expect(linesOf(outcome)).toEqual(['seen']);
});

test.runIf(compiler && jails)('a lib folder that leads elsewhere shows nothing of where it leads', async () => {
  const project = newFolder();
  mkdirSync(join(project, 'node_modules'));
  writeFileSync(join(project, '.env'), '');
  const folder = newFolder();
  const bin = hostile(folder, '$ORIGIN');
  symlinkSync(project, join(folder, 'lib'));
  const outcome = await createJailBench().run(bin, [join(project, '.env'), '/etc/shadow'], {
    command: { cwd: folder },
  });
  expect(linesOf(outcome)).toEqual(['hidden', 'hidden']);
});

test('a binary that names a million places is looked at in a few', () => {
  const folder = newFolder();
  const strings = 4096;
  const dynamic = 8192;
  const bytes = Buffer.alloc(dynamic + 60_000 * 16);
  bytes.write('\x7fELF\x02\x01\x01', 'latin1');
  bytes.writeBigUInt64LE(64n, 32);
  bytes.writeUInt16LE(56, 54);
  bytes.writeUInt16LE(2, 56);
  const segment = (at: number, type: number, [offset, size]: readonly [number, number]): void => {
    bytes.writeUInt32LE(type, at);
    for (const [place, value] of [
      [8, offset],
      [16, offset],
      [32, size],
    ] as const)
      bytes.writeBigUInt64LE(BigInt(value), at + place);
  };
  segment(64, 1, [0, bytes.length]);
  segment(120, 2, [dynamic, 60_000 * 16]);
  bytes.write('/a:'.repeat(1300), strings, 'latin1');
  bytes.writeBigInt64LE(5n, dynamic);
  bytes.writeBigUInt64LE(BigInt(strings), dynamic + 8);
  for (let entry = 1; entry < 60_000; entry += 1) bytes.writeBigInt64LE(29n, dynamic + entry * 16);
  writeFileSync(join(folder, 'many'), bytes);
  expect(readElfNeeds(join(folder, 'many'), folder).libraryFolders).toHaveLength(32);
});
