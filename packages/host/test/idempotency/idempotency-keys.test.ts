import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Principal } from '@hcp/pipeline';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openHomeFolder } from '../../src/home/home-folder.js';
import { homeLayout } from '../../src/home/home-layout.js';
import { openIdempotencyKeys, type IdempotencyKeys } from '../../src/idempotency/idempotency-keys.js';
import { fixtureEnd, startFixture } from '../child-process.js';
import { temporaryHome } from '../temporary-home.js';

const ada: Principal = { id: 'ada', tenant: 'acme', projects: [], capabilities: [] };

interface Opened {
  readonly root: string;
  readonly folder: string;
  readonly keys: IdempotencyKeys;
  readonly clock: { now: number };
  readonly notices: string[];
}

const open = (root: string = temporaryHome()): Opened => {
  const clock = { now: Date.now() };
  const notices: string[] = [];
  const home = openHomeFolder(homeLayout(root), () => undefined);
  const keys = openIdempotencyKeys({ home, now: () => clock.now, notify: (message) => notices.push(message) });
  return { root, folder: home.layout.idempotency, keys, clock, notices };
};

test('A key counts once for a principal, also after a restart, and for others on their own', async () => {
  const { keys, root } = open();
  expect(await keys.claim(ada, 'key-1')).toBe(true);
  expect(await keys.claim(ada, 'key-1')).toBe(false);
  expect(await open(root).keys.claim(ada, 'key-1')).toBe(false);
  expect(await keys.claim(ada, 'Key-1')).toBe(true);
  expect(await keys.claim({ ...ada, id: 'bob' }, 'key-1')).toBe(true);
  expect(await keys.claim({ ...ada, tenant: 'other' }, 'key-1')).toBe(true);
});

test('What is stored does not show the key', async () => {
  const { keys, folder } = open();
  await keys.claim(ada, 'transfer-of-the-year');
  const [name = ''] = readdirSync(folder);
  expect(name + readFileSync(join(folder, name), 'utf8')).not.toContain('transfer');
});

test.each(['', ' ', 'a b', 'a\n', 'ä', '\u0000', 'x'.repeat(129), '\ud800'])('%j is no key', async (key) => {
  const { keys } = open();
  await expect(keys.claim(ada, key)).rejects.toMatchObject({ code: 'invalid_idempotency_key' });
});

test('Every key of 1 to 128 printable ASCII characters is taken once and never mistaken for another', async () => {
  const { keys } = open();
  const printable = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
  const key = fc.string({ unit: printable, minLength: 1, maxLength: 128 });
  const used = new Set<string>();
  await fc.assert(
    fc.asyncProperty(key, async (candidate) => {
      expect(await keys.claim(ada, candidate)).toBe(!used.has(candidate));
      used.add(candidate);
    }),
  );
});

test('Of eight processes that use one key at once exactly one has it', async () => {
  const { root } = open();
  const ends = await Promise.all(
    Array.from({ length: 8 }, () => fixtureEnd(startFixture('claim-key.ts', [root, 'key-1']))),
  );
  expect(ends.map(({ stderr }) => stderr).join('')).toBe('');
  expect(ends.filter(({ stdout }) => stdout === 'true')).toHaveLength(1);
  expect(ends.filter(({ stdout }) => stdout === 'false')).toHaveLength(7);
});

test('A key is kept for a day and then cleaned away', async () => {
  const { keys, clock, folder } = open();
  await keys.claim(ada, 'old');
  clock.now += 23 * 60 * 60_000;
  await keys.claim(ada, 'next');
  await keys.close();
  expect(await keys.claim(ada, 'old')).toBe(false);
  expect(readdirSync(folder)).toHaveLength(2);
  clock.now += 2 * 60 * 60_000;
  await keys.claim(ada, 'later');
  await keys.close();
  expect(await keys.claim(ada, 'old')).toBe(true);
});

test('Where keys cannot be kept, none is given out', async () => {
  const { keys, root, folder } = open();
  mkdirSync(root, { mode: 0o700 });
  writeFileSync(folder, 'a file where the folder belongs');
  await expect(keys.claim(ada, 'key-1')).rejects.toThrow(folder);
});
