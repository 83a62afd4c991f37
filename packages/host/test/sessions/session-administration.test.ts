import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Caller, Principal, SessionStore } from '@hcp/pipeline';
import { expect, test } from 'vitest';
import { openHomeFolder } from '../../src/home/home-folder.js';
import type { SessionAdministration } from '../../src/host.js';
import { lockMembers } from '../../src/packs/packs-lock.js';
import { deactivateEverywhere } from '../../src/sessions/deactivate-everywhere.js';
import { createSessionAdministration } from '../../src/sessions/session-administration.js';
import { createSessionStore } from '../../src/sessions/session-store.js';
import type { StateStore } from '../../src/state/state-store.js';
import { fixtureEnd, startFixture } from '../child-process.js';
import { installedEntry } from '../packs/installed-entry.js';
import { openStore } from '../state-of-home.js';
import { temporaryHome } from '../temporary-home.js';

const ada: Principal = { id: 'ada', tenant: 'local', projects: ['p1', 'p2'], capabilities: [] };
const cli: Caller = { face: 'cli', sessionId: null, credential: undefined };
interface Opened {
  readonly root: string;
  readonly store: StateStore;
  readonly sessions: SessionAdministration;
  readonly find: (name: string, caller?: Caller) => ReturnType<SessionStore['find']>;
  readonly clock: { now: number; principal: Principal };
  readonly fileOf: (name: string) => string;
}

const open = async (packIds: readonly string[] = ['ledger', 'transit']): Promise<Opened> => {
  const root = temporaryHome();
  const store = openStore(root);
  const clock = { now: Date.parse('2026-06-01T00:00:00Z'), principal: ada };
  await store.locked(async () => {
    await Promise.resolve();
    store.write(store.layout.packsLock, lockMembers(new Map(packIds.map((id) => [id, installedEntry]))));
  });
  const home = openHomeFolder(store.layout, () => undefined);
  return {
    root,
    store,
    clock,
    sessions: createSessionAdministration({
      store,
      principal: () => Promise.resolve(clock.principal),
      packFault: () => Promise.resolve(undefined),
      notify: () => undefined,
      now: () => clock.now,
    }),
    find: (name, caller = cli) => createSessionStore(home, () => clock.now).find(name, caller),
    fileOf: (name) => join(root, 'sessions', 'cli', `${name}.json`),
  };
};

test('The first activation makes a session bound to tenant and principal', async () => {
  const { sessions, find } = await open();
  const made = await sessions.activate('default', 'ledger', null);
  expect(made).toEqual({
    id: 'default',
    tenant: 'local',
    principal_id: 'ada',
    project_id: null,
    activated: ['ledger'],
    expires_at: null,
  });
  expect(await find('default')).toEqual(made);
  expect(await sessions.list()).toEqual([made]);
});

test('Activating twice activates once, deactivating takes one pack out', async () => {
  const { sessions, find } = await open();
  await sessions.activate('default', 'ledger', null);
  await sessions.activate('default', 'ledger', null);
  expect((await sessions.activate('default', 'transit', null)).activated).toEqual(['ledger', 'transit']);
  expect((await sessions.deactivate('default', 'ledger')).activated).toEqual(['transit']);
  expect((await find('default'))?.activated).toEqual(['transit']);
  await expect(sessions.deactivate('default', 'ledger')).rejects.toThrow(/activated there: transit/);
});

test.each(['unknown', 'Ledger', '__proto__', 'constructor', ''])(
  'Activating %j, which is not installed, is refused',
  async (id) => {
    const { sessions, fileOf } = await open();
    await expect(sessions.activate('default', id, null)).rejects.toThrow(/is not installed.*ledger, transit/);
    expect(existsSync(fileOf('default'))).toBe(false);
  },
);

test('A pack named constructor is an ordinary pack', async () => {
  const { sessions } = await open(['constructor']);
  expect((await sessions.activate('default', 'constructor', null)).activated).toEqual(['constructor']);
});

test.each(['', 'A', 'a/b', '../a', 'a b', 'ä', 'x'.repeat(65), 'a\n', '__PROTO__'])(
  'The name %j is refused and found nowhere',
  async (name) => {
    const { sessions, find } = await open();
    await expect(sessions.activate(name, 'ledger', null)).rejects.toThrow(/is not a session name/);
    await expect(sessions.deactivate(name, 'ledger')).rejects.toThrow(/is not a session name/);
    expect(await find(name)).toBeUndefined();
  },
);

test.each(['.', '..', '...', '.json', 'x'.repeat(64), '-', 'constructor', '__proto__'])(
  'The name %j stays in the folder of the sessions',
  async (name) => {
    const { sessions, find, root } = await open();
    await sessions.activate(name, 'ledger', null);
    expect(readdirSync(join(root, 'sessions', 'cli'))).toEqual([`${name}.json`]);
    expect((await find(name))?.activated).toEqual(['ledger']);
    expect((await sessions.list()).map(({ id }) => id)).toEqual([name]);
  },
);

test('A session of another principal or tenant is refused and stays theirs', async () => {
  const { sessions, clock } = await open();
  await sessions.activate('default', 'ledger', null);
  for (const other of [
    { ...ada, id: 'bob' },
    { ...ada, tenant: 'acme' },
  ]) {
    clock.principal = other;
    await expect(sessions.activate('default', 'transit', null)).rejects.toThrow(/belongs to ada of tenant local/);
  }
  expect(await sessions.list()).toMatchObject([{ principal_id: 'ada', tenant: 'local', activated: ['ledger'] }]);
});

test('A project has to be one of the principal, and does not change under activated packs', async () => {
  const { sessions } = await open();
  await expect(sessions.activate('default', 'ledger', 'p3')).rejects.toThrow(/p1, p2/);
  expect((await sessions.activate('default', 'ledger', 'p1')).project_id).toBe('p1');
  expect((await sessions.activate('default', 'transit', null)).project_id).toBe('p1');
  await expect(sessions.activate('default', 'ledger', 'p2')).rejects.toThrow(/has project p1/);
  await sessions.deactivate('default', 'ledger');
  await sessions.deactivate('default', 'transit');
  expect((await sessions.activate('default', 'ledger', 'p2')).project_id).toBe('p2');
});

test('An expired session is found nowhere, and its name begins anew', async () => {
  const { sessions, find, store, clock, fileOf } = await open();
  const made = await sessions.activate('default', 'ledger', null);
  await store.locked(async () => {
    await Promise.resolve();
    store.write(fileOf('default'), { ...made, expires_at: '2026-06-01T00:00:01Z' });
  });
  expect(await find('default')).toMatchObject({ activated: ['ledger'] });
  expect((await sessions.activate('default', 'ledger', null)).expires_at).toBe('2026-06-01T00:00:01Z');
  clock.now += 1000;
  expect(await find('default')).toBeUndefined();
  expect(await sessions.list()).toEqual([]);
  await expect(sessions.deactivate('default', 'ledger')).rejects.toThrow(/not activated/);
  expect(await sessions.activate('default', 'transit', null)).toMatchObject({
    activated: ['transit'],
    expires_at: null,
  });
});

test.each(['http', 'composite', 'embedded'] as const)(
  'A session of the command line is none of the %s face',
  async (face) => {
    const { sessions, find } = await open();
    await sessions.activate('default', 'ledger', null);
    expect(await find('default', { ...cli, face })).toBeUndefined();
  },
);

const corruptSessions: Readonly<Record<string, string>> = {
  empty: '',
  'not JSON': '{ "version": 1',
  'of the wrong type': '{ "version": 1, "activated": "ledger" }',
  newer: '{ "version": 2 }',
  'of another name':
    '{ "version": 1, "id": "other", "tenant": "local", "principal_id": "ada", "project_id": null, "activated": ["ledger"], "expires_at": null }',
  'with an expiry that is no time':
    '{ "version": 1, "id": "default", "tenant": "local", "principal_id": "ada", "project_id": null, "activated": ["ledger"], "expires_at": "never" }',
};

test.each(Object.entries(corruptSessions))(
  'A session file that is %s activates nothing and stays as it is',
  async (_, text) => {
    const { sessions, find, store, root, fileOf } = await open();
    mkdirSync(join(root, 'sessions', 'cli'), { recursive: true, mode: 0o700 });
    writeFileSync(fileOf('default'), text);
    expect(await find('default').catch(() => undefined)).toBeUndefined();
    await expect(sessions.activate('default', 'ledger', null)).rejects.toThrow(fileOf('default'));
    await expect(sessions.deactivate('default', 'ledger')).rejects.toThrow(fileOf('default'));
    await expect(sessions.list()).rejects.toThrow(fileOf('default'));
    expect(() => deactivateEverywhere(store, [store.layout.cliSessions], 'ledger')).toThrow(fileOf('default'));
    expect(readFileSync(fileOf('default'), 'utf8')).toBe(text);
  },
);

test('A corrupt lock file refuses an activation and names itself', async () => {
  const { sessions, root } = await open();
  writeFileSync(join(root, 'packs.lock.json'), '{ "version": 1, "packs": [] }');
  await expect(sessions.activate('default', 'ledger', null)).rejects.toThrow(/packs\.lock\.json/);
});

test('Deactivating everywhere reaches every session and no other pack', async () => {
  const { sessions, store } = await open();
  await sessions.activate('one', 'ledger', null);
  await sessions.activate('two', 'ledger', null);
  await sessions.activate('two', 'transit', null);
  await store.locked(async () => {
    await Promise.resolve();
    deactivateEverywhere(store, [store.layout.cliSessions], 'ledger')();
  });
  expect((await sessions.list()).map(({ id, activated }) => [id, activated])).toEqual([
    ['one', []],
    ['two', ['transit']],
  ]);
});

test('Twenty processes that activate at once leave twenty packs activated', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `pack-${index}`);
  const { sessions, root } = await open(ids);
  const ends = await Promise.all(ids.map((id) => fixtureEnd(startFixture('activate.ts', [root, id]))));
  expect(ends.map(({ stderr }) => stderr)).toEqual(ids.map(() => ''));
  const [session] = await sessions.list();
  expect([...(session?.activated ?? [])].sort()).toEqual([...ids].sort());
});

test('Processes killed while they change a session leave it whole, and the lock free for the next', async () => {
  const { sessions, root } = await open(['ledger', 'transit', 'steady']);
  await sessions.activate('default', 'steady', null);
  for (let turn = 0; turn < 6; turn += 1) {
    const children = ['ledger', 'transit'].map((id) => startFixture('activate-endlessly.ts', [root, id]));
    const ends = children.map(fixtureEnd);
    await Promise.all(children.map((child) => new Promise<void>((done) => child.stdout?.once('data', () => done()))));
    await new Promise((done) => setTimeout(done, turn * 7));
    for (const child of children) {
      child.kill('SIGKILL');
    }
    expect((await Promise.all(ends)).map(({ signal, stderr }) => [signal, stderr])).toEqual([
      ['SIGKILL', ''],
      ['SIGKILL', ''],
    ]);
    const [session] = await sessions.list();
    expect(session?.activated).toContain('steady');
    expect((await sessions.activate('default', 'ledger', null)).activated).toContain('ledger');
    await sessions.deactivate('default', 'ledger');
  }
  expect(readdirSync(join(root, 'sessions', 'cli'))).toEqual(['default.json']);
});
