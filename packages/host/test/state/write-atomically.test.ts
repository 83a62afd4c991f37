import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeAtomically } from '../../src/state/write-atomically.js';
import { fixtureEnd, startFixture } from '../child-process.js';
import { temporaryFolder } from '../temporary-home.js';

test('What is written is what is read, 0600, and no temporary file stays', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'state.json');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      writeAtomically(path, text);
      expect(readFileSync(path, 'utf8')).toBe(text);
    }),
    { numRuns: 25 },
  );
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['state.json']);
});

test('A writer killed at any moment leaves the old or the new text whole', async () => {
  const folder = temporaryFolder();
  for (let turn = 0; turn < 12; turn += 1) {
    const child = startFixture('write-endlessly.ts', [folder]);
    const end = fixtureEnd(child);
    await new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
    await new Promise((resolve) => setTimeout(resolve, 3 + turn * 5));
    child.kill('SIGKILL');
    expect((await end).signal).toBe('SIGKILL');
    if (existsSync(join(folder, 'state.json'))) {
      const { turn: written, copy } = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8')) as Record<
        string,
        string
      >;
      expect(copy).toBe(`${String(written)}-`.repeat(20_000));
    }
  }
  writeAtomically(join(folder, 'state.json'), '{}');
  expect(readdirSync(folder)).toEqual(['state.json']);
});

test('Only the own leftovers of a killed writer are removed', () => {
  const folder = temporaryFolder();
  const stale = '.hcp-state-0123456789abcdef01234567.tmp';
  writeFileSync(join(folder, stale), 'cut');
  const kept = ['notes.tmp', '.hcp-state-0123.tmp', '.hcp-state-0123456789abcdef01234567.tmp.json'];
  for (const name of kept) {
    writeFileSync(join(folder, name), 'kept');
  }
  mkdirSync(join(folder, '.hcp-state-ffffffffffffffffffffffff.tmp'));
  writeAtomically(join(folder, 'state.json'), '{}');
  expect(readdirSync(folder)).not.toContain(stale);
  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining(['state.json', '.hcp-state-ffffffffffffffffffffffff.tmp', ...kept]),
  );
});

test('A text that cannot be put in place is an error that names the file, and leaves no temporary one', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'state.json'));
  expect(() => writeAtomically(join(folder, 'state.json'), '{}')).toThrow(/state\.json: cannot write/);
  expect(readdirSync(folder)).toEqual(['state.json']);
});
