import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackStore } from '@hcp/pipeline';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openHomeFolder } from '../../src/home/home-folder.js';
import { createPackStore } from '../../src/packs/pack-store.js';
import { mayChangeOwner, temporaryHome } from '../temporary-home.js';
import { asIs, asUpdate, openPacks, type OpenedPacks } from './open-packs.js';
import { ledgerPolicy, ledgerSurface, makePack, plainPack, writePack } from './pack-fixture.js';

interface Installed extends OpenedPacks {
  readonly dir: string;
  readonly lockFile: string;
}

const installed = async (): Promise<Installed> => {
  const opened = openPacks(temporaryHome());
  const dir = makePack();
  await opened.administration.install(dir, asIs);
  return { ...opened, dir, lockFile: join(opened.root, 'packs.lock.json') };
};

/** A clock for which every file has stood still for a minute. */
const later = (): number => Date.now() + 60_000;

const openStoreAt = ({ store }: OpenedPacks, now: () => number): PackStore =>
  createPackStore(
    openHomeFolder(store.layout, () => undefined),
    now,
  );

const reasonOf = async ({ packs }: Pick<OpenedPacks, 'packs'>, id = 'ledger'): Promise<string | undefined> => {
  const found = await packs.resolve(id);
  return 'unknown' in found ? found.reason : undefined;
};

test('An installed pack resolves to its manifest, policy, digests and program', async () => {
  const { packs, dir } = await installed();
  expect(await packs.resolve('ledger')).toMatchObject({
    id: 'ledger',
    root: dir,
    manifest: { id: 'ledger', kind: 'wrap', wrap: { bin: './bin/ledger.sh' } },
    policy: { surfaceId: 'ledger', land: 'device' },
    surfaceSha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    bin: { allowed: true },
  });
});

test('Parsing an installed pack without validators answers what validation answers', async () => {
  const opened = await installed();
  const { packs, lockFile } = opened;
  const quick = await packs.resolve('ledger');
  writeFileSync(lockFile, readFileSync(lockFile, 'utf8').replace(/"validated_by": "[^"]*"/, '"validated_by": "0.0.0"'));
  const thorough = await openStoreAt(opened, Date.now).resolve('ledger');
  expect('unknown' in thorough).toBe(false);
  expect(thorough).toEqual(quick);
});

test('A pack another runtime version accepted is validated again, and refused if it does not hold', async () => {
  const opened = await installed();
  const { dir, lockFile } = opened;
  writeFileSync(join(dir, 'policy.json'), '{ "surface_id": "ledger", "verbs": { "list": { "access": "all" } } }');
  const sha256 = execFileSync('sha256sum', [join(dir, 'policy.json')])
    .toString()
    .slice(0, 64);
  const pinned = readFileSync(lockFile, 'utf8').replace(/"policy_sha256": "[^"]*"/, `"policy_sha256": "${sha256}"`);
  writeFileSync(lockFile, pinned.replace(/"validated_by": "[^"]*"/, '"validated_by": "0.0.0"'));
  expect(await reasonOf(opened)).toMatch(/invalid_meta/);
});

test.each([
  'Ledger',
  'ledger ',
  ' ledger',
  '',
  '__proto__',
  'constructor',
  'toString',
  'ledger\0',
  '../ledger',
  'LEDGER',
])('The id %j is an unknown pack', async (id) => {
  expect(await reasonOf(await installed(), id)).toMatch(/no pack of this id/);
});

test('No id but the installed one resolves', async () => {
  const opened = await installed();
  await fc.assert(
    fc.asyncProperty(fc.string(), async (id) => {
      fc.pre(id !== 'ledger');
      expect(await reasonOf(opened, id)).toBeDefined();
    }),
    { numRuns: 50 },
  );
});

test('A pack named constructor is found by its name and by no other', async () => {
  const opened = openPacks(temporaryHome());
  await opened.administration.install(makePack(plainPack('constructor')), asIs);
  expect(await opened.packs.resolve('constructor')).toMatchObject({ id: 'constructor' });
  expect(await reasonOf(opened, '__proto__')).toBeDefined();
  expect(await reasonOf(opened, 'toString')).toBeDefined();
});

test('Verbs and entries named like members of the prototype are ordinary ones, or none', async () => {
  const opened = openPacks(temporaryHome());
  const surface =
    '{ "id": "odd", "kind": "composite", "verbs": { "__proto__": { "description": "a" }, "look": { "description": "b" } } }';
  const policy =
    '{ "surface_id": "odd", "verbs": { "__proto__": { "access": "read" }, "look": { "access": "read" } } }';
  await opened.administration.install(makePack({ surface, policy }), asIs);
  const found = await opened.packs.resolve('odd');
  if ('unknown' in found) {
    throw new Error(found.reason);
  }
  expect(Object.keys(found.manifest.verbs)).toEqual(['__proto__', 'look']);
  expect(found.policy.verbs['__proto__']).toMatchObject({ access: 'read' });
  expect(found.policy.verbs['constructor']).toBeUndefined();
  expect((await opened.administration.show('odd')).verb_details.map(({ key }) => key)).toEqual(['__proto__', 'look']);
});

const breakages: readonly { readonly what: string; readonly apply: (path: string) => void }[] = [
  { what: 'changed by one space', apply: (path) => writeFileSync(path, `${readFileSync(path, 'utf8')} `) },
  { what: 'replaced', apply: (path) => writeFileSync(path, '{}') },
  { what: 'emptied', apply: (path) => writeFileSync(path, '') },
  { what: 'gone', apply: (path) => rmSync(path) },
  { what: 'no JSON', apply: (path) => writeFileSync(path, Buffer.from([0, 255, 254])) },
  {
    what: 'a folder',
    apply: (path) => {
      rmSync(path);
      mkdirSync(path);
    },
  },
  {
    what: 'a FIFO',
    apply: (path) => {
      rmSync(path);
      execFileSync('mkfifo', [path]);
    },
  },
  { what: 'huge', apply: (path) => writeFileSync(path, ' '.repeat(5 * 1024 * 1024)) },
];

test.each(['surface.json', 'policy.json'].flatMap((name) => breakages.map((breakage) => ({ name, ...breakage }))))(
  'A $name that is $what makes the pack unknown at the next call, naming the file, and back when it is put back',
  async ({ name, apply }) => {
    const opened = await installed();
    const path = join(opened.dir, name);
    const text = readFileSync(path);
    const remembering = { packs: openStoreAt(opened, later) };
    for (const store of [opened, remembering]) {
      expect(await reasonOf(store)).toBeUndefined();
      expect(await reasonOf(store)).toBeUndefined();
    }
    apply(path);
    expect(await reasonOf(remembering)).toContain(path);
    expect(await reasonOf(opened)).toContain(path);
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, text);
    expect(await reasonOf(remembering)).toBeUndefined();
    expect(await reasonOf(opened)).toBeUndefined();
  },
);

test('A folder that is gone, or moved, makes the pack unknown', async () => {
  const opened = await installed();
  renameSync(opened.dir, `${opened.dir}-moved`);
  expect(await reasonOf(opened)).toContain(opened.dir);
});

test('A change that puts size and time of change back is seen, however often', async () => {
  const opened = await installed();
  const path = join(opened.dir, 'policy.json');
  const text = readFileSync(path, 'utf8');
  const changed = text.replace('"read"', '"raed"');
  const past = new Date(Date.now() - 60_000);
  for (let turn = 0; turn < 50; turn += 1) {
    writeFileSync(path, changed);
    utimesSync(path, past, past);
    expect(await reasonOf(opened)).toContain(path);
    writeFileSync(path, text);
    utimesSync(path, past, past);
    expect(await reasonOf(opened)).toBeUndefined();
  }
});

test('A pack is parsed once it has stood still, and again as long as it may yet change unseen', async () => {
  const opened = await installed();
  const settled = openStoreAt(opened, later);
  expect(await settled.resolve('ledger')).toBe(await settled.resolve('ledger'));
  const clock = { now: statSync(opened.lockFile).ctimeMs + 60_000 };
  const store = openStoreAt(opened, () => clock.now);
  expect(await store.resolve('ledger')).toBe(await store.resolve('ledger'));
  const path = join(opened.dir, 'policy.json');
  writeFileSync(path, readFileSync(path));
  clock.now = statSync(path).ctimeMs;
  expect(await store.resolve('ledger')).not.toBe(await store.resolve('ledger'));
});

const corruptLocks: Readonly<Record<string, string>> = {
  empty: '',
  'not JSON': '{ "version": 1, "packs": ',
  'of the wrong type': '{ "version": 1, "packs": [] }',
  'without a version': '{ "packs": {} }',
  newer: '{ "version": 2, "packs": {} }',
  'with an unknown member': '{ "version": 1, "packs": {}, "more": true }',
  'with an id that is none': '{ "version": 1, "packs": { "__proto__": {} } }',
  'with an entry that is none': '{ "version": 1, "packs": { "ledger": {} } }',
};

test.each(Object.entries(corruptLocks))(
  'A lock file that is %s resolves nothing, stops every command and stays',
  async (_, text) => {
    const opened = await installed();
    const { administration, lockFile, dir } = opened;
    writeFileSync(lockFile, text);
    expect(await reasonOf(opened)).toContain(lockFile);
    for (const act of [
      administration.list(),
      administration.show('ledger'),
      administration.skill('ledger'),
      administration.uninstall('ledger'),
      administration.install(dir, asUpdate),
    ]) {
      await expect(act).rejects.toThrow(lockFile);
    }
    expect(readFileSync(lockFile, 'utf8')).toBe(text);
  },
);

test('A home another user owns, or a lock file of theirs, resolves nothing', async (context) => {
  context.skip(!mayChangeOwner, 'only root can give a file away');
  const opened = await installed();
  execFileSync('chown', ['4711', opened.lockFile]);
  expect(await reasonOf(opened)).toContain('belongs to user 4711');
  execFileSync('chown', ['0', opened.lockFile]);
  expect(await reasonOf(opened)).toBeUndefined();
  execFileSync('chown', ['4711', opened.root]);
  expect(await openStoreAt(opened, Date.now).resolve('ledger')).toMatchObject({ unknown: true });
});

test('A pack installed, updated or removed by another process is seen at the next call', async () => {
  const opened = await installed();
  const other = openPacks(opened.root);
  expect(await reasonOf(opened)).toBeUndefined();
  writePack(opened.dir, { surface: { ...ledgerSurface, name: 'Other' }, policy: ledgerPolicy });
  expect(await reasonOf(opened)).toContain('changed');
  await other.administration.install(opened.dir, asUpdate);
  expect(await opened.packs.resolve('ledger')).toMatchObject({ manifest: { name: 'Other' } });
  await other.administration.uninstall('ledger');
  expect(await reasonOf(opened)).toMatch(/no pack of this id/);
});

test('A file nobody can read is named', async () => {
  const opened = await installed();
  const policy = join(opened.dir, 'policy.json');
  rmSync(policy);
  // A link to itself: unlike mode bits, this stops root too.
  symlinkSync('policy.json', policy);
  expect(await reasonOf(opened)).toContain('policy.json');
});
