import { expect, test } from 'vitest';
import { packsLockFormat } from '../../src/packs/packs-lock.js';
import { installedEntry } from './installed-entry.js';

const file = {
  path: '/usr/bin/cat',
  sha256: '0'.repeat(64),
  by: 'system',
  dev: '1',
  ino: '2',
  size: '3',
  mtime_ns: '4',
  ctime_ns: '5',
};
const bin = { written: 'cat', allowed: true, file, interpreters: [], argv0: '/bin/cat', accepted_paths: [] };
const folder = { path: '/usr', dev: '1', ino: '2', uid: '0', gid: '0', mode: '40755' };
const symlink = { ...folder, path: '/bin', mode: '120777', ctime_ms: '1764540000123.4567' };

const complaint = (hops: Record<string, unknown>): string | undefined =>
  packsLockFormat.shape({ packs: { any: { ...installedEntry, bin: { ...bin, ...hops } } } }, '/');

test('A pinned bin is read with the folders and symlinks on its way, and without, as older lock files have it', () => {
  expect(complaint({})).toBeUndefined();
  expect(complaint({ hops: [] })).toBeUndefined();
  expect(complaint({ hops: [folder, symlink] })).toBeUndefined();
});

test.each([
  [{ ...folder, path: 'usr' }, 'path must be an absolute path'],
  [{ ...folder, mode: '40799' }, 'mode must be an octal number'],
  [{ ...folder, uid: '-1' }, 'uid must be a decimal number'],
  [{ ...folder, gid: 0 }, 'gid must be a decimal number'],
  [{ ...folder, dev: '' }, 'dev must be a decimal number'],
  [{ ...folder, ino: null }, 'ino must be a decimal number'],
  [{ ...symlink, ctime_ms: '1e3' }, 'ctime_ms must be a decimal number'],
  [{ ...folder, nlink: '2' }, 'nlink is not known here'],
  [{ path: '/usr' }, 'dev is required'],
])('A hop %j is refused: %s', (hop, reason) => {
  expect(complaint({ hops: [folder, hop] })).toContain(`/packs/any/bin/hops/1/${reason}`);
});
