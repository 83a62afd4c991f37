import {
  chmodSync,
  chownSync,
  copyFileSync,
  lchownSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { PinnedBin, PinnedHop } from '@hcp/pipeline';
import { pinBin, verifyPin } from '../src/index.js';
import { createWorkbench, newFolder, operatorUid, searchPath, writeProgram } from './workbench.js';

const SH = '#!/bin/sh\nexit 0\n';

async function pinOf(written: string, acceptPaths: readonly string[] = []): Promise<PinnedBin> {
  return (await pinBin({ written, packRoot: '/', searchPath, acceptPaths, operatorUid, allowed: true })).pin;
}

interface Place {
  readonly above: string;
  readonly folder: string;
  readonly program: string;
}

function newPlace(): Place {
  const above = newFolder();
  chmodSync(above, 0o755);
  const folder = join(above, 'bin');
  mkdirSync(folder);
  return { above, folder, program: writeProgram(join(folder, 'tool'), SH) };
}

test('the pin holds every folder of the bin and its interpreters, and the way of argv[0], once each', async () => {
  const { above, folder, program } = newPlace();
  const link = join(above, 'shell');
  symlinkSync('/bin/sh', link);
  writeProgram(program, `#!${link}\n`);
  const { hops = [] } = await pinOf(program);
  const paths = hops.map(({ path }) => path);
  expect(paths).toEqual([...new Set(paths)]);
  expect(paths).toEqual(
    expect.arrayContaining(['/', dirname(above), above, folder, link, dirname(realpathSync('/bin/sh'))]),
  );
  expect(paths).not.toContain(program);
  expect(hops.find(({ path }) => path === link)).toHaveProperty('ctime_ms');
  expect(hops.find(({ path }) => path === folder)).not.toHaveProperty('ctime_ms');
});

test.each(['folder', 'above'] as const)(
  'a %s that is opened to everyone after the install refuses the untouched program, until it is closed again',
  async (which) => {
    const place = newPlace();
    const pin = await pinOf(place.program);
    expect(await verifyPin(pin)).toBeUndefined();
    chmodSync(place[which], 0o777);
    const refusal = `sandbox: ${place[which]} is writable by everyone (mode 0777); `;
    expect(await verifyPin(pin)).toContain(refusal);
    const outcome = await createWorkbench().run('./exit-with.sh', [], { command: { bin: pin } });
    expect(outcome).toMatchObject({ end: 'refused', error: expect.stringContaining(refusal) as string });
    chmodSync(place[which], 0o755);
    expect(await verifyPin(pin)).toBeUndefined();
  },
);

/** What another user does with a parent folder that lets them: their own program takes the place of the pinned one. */
function exchangeFolder({ above, folder }: Place): void {
  const theirs = join(above, 'theirs');
  mkdirSync(theirs);
  copyFileSync(join(folder, 'tool'), join(theirs, 'tool'));
  chmodSync(join(theirs, 'tool'), 0o755);
  renameSync(folder, join(above, 'aside'));
  renameSync(theirs, folder);
}

test('a folder exchanged in a folder that everyone may write to is refused', async () => {
  const place = newPlace();
  const pin = await pinOf(place.program);
  chmodSync(place.above, 0o777);
  exchangeFolder(place);
  expect(await verifyPin(pin)).toContain(`sandbox: ${place.above} is writable by everyone`);
});

test('an exchanged folder is refused for its owner when the folder above was closed again', async () => {
  if (operatorUid !== 0) {
    console.log('skipped: only root can give a folder away');
    return;
  }
  const place = newPlace();
  const pin = await pinOf(place.program);
  exchangeFolder(place);
  chownSync(place.folder, 12_345, 12_345);
  expect(await verifyPin(pin)).toContain(`sandbox: ${place.folder} belongs to user 12345`);
  // The very file, with an owner of its folder who can swap it at any moment.
  rmSync(place.folder, { recursive: true });
  renameSync(join(place.above, 'aside'), place.folder);
  expect(await verifyPin(pin)).toBeUndefined();
  chownSync(place.folder, 12_345, 0);
  expect(await verifyPin(pin)).toContain(`sandbox: ${place.folder} belongs to user 12345`);
});

test('the symlink an interpreter is found by is watched: its folder, its owner, and where it leads', async () => {
  const { above, folder, program } = newPlace();
  const link = join(folder, 'shell');
  symlinkSync('/bin/sh', link);
  const pin = await pinOf(writeProgram(join(above, 'script'), `#!${link}\n`));
  chmodSync(folder, 0o777);
  expect(await verifyPin(pin)).toContain(`sandbox: ${folder} is writable by everyone`);
  chmodSync(folder, 0o755);
  expect(await verifyPin(pin)).toBeUndefined();

  const open = join(above, 'open');
  mkdirSync(open);
  chmodSync(open, 0o777);
  symlinkSync('/bin/sh', join(open, 'shell'));
  rmSync(link);
  symlinkSync(join(open, 'shell'), link);
  expect(await verifyPin(pin)).toContain(`sandbox: ${open} is writable by everyone`);

  rmSync(link);
  expect(await verifyPin(pin)).toContain(`sandbox: ${link} cannot be reached any more (ENOENT)`);
  symlinkSync('/bin/sh', link);
  expect(await verifyPin(pin)).toBeUndefined();
  expect(await verifyPin(await pinOf(program))).toBeUndefined();
  if (operatorUid === 0) {
    lchownSync(link, 12_345, 0);
    expect(await verifyPin(pin)).toContain(`sandbox: ${link} belongs to user 12345`);
  } else console.log('skipped: only root can give a symlink away');
});

test('a change that leaves a folder trusted is no refusal, and the next one is looked at again', async () => {
  const { folder, program } = newPlace();
  const pin = await pinOf(program);
  chmodSync(folder, 0o700);
  expect(await verifyPin(pin)).toBeUndefined();
  expect(await verifyPin(pin)).toBeUndefined();
  chmodSync(folder, 0o777);
  expect(await verifyPin(pin)).toContain('is writable by everyone');
});

test('a pin without hops, of an older lock file, is judged by its place', async () => {
  const { folder, program } = newPlace();
  const { hops, ...older } = await pinOf(program);
  expect(hops).toBeDefined();
  expect(await verifyPin(older)).toBeUndefined();
  chmodSync(folder, 0o777);
  expect(await verifyPin(older)).toContain('is writable by everyone');
  expect(await verifyPin({ ...older })).toContain('is writable by everyone');
});

test.each(['dev', 'ino', 'uid', 'gid', 'mode', 'ctime_ms'] as const)(
  'while every hop is as pinned nothing is judged again; one that differs in %s has all judged',
  async (field) => {
    const { above, folder } = newPlace();
    symlinkSync('/bin/cat', join(folder, 'cat'));
    chmodSync(above, 0o777);
    const pin = { ...(await pinOf(join(folder, 'cat'), [above])), accepted_paths: [] };
    expect(await verifyPin(pin)).toBeUndefined();
    const differing = (hop: PinnedHop): PinnedHop =>
      hop.path === join(folder, 'cat') ? { ...hop, [field]: '7' } : hop;
    const other = { ...pin, hops: (pin.hops ?? []).map(differing) };
    expect(await verifyPin(other)).toContain(`sandbox: ${above} is writable by everyone`);
  },
);
