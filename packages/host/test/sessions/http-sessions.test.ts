import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Caller, Principal, Session, SessionStore } from '@hcp/pipeline';
import { expect, test } from 'vitest';
import type { HttpSessions } from '../../src/daemon-host.js';
import { openHomeFolder } from '../../src/home/home-folder.js';
import { lockMembers, type LockEntry } from '../../src/packs/packs-lock.js';
import { createHttpSessions } from '../../src/sessions/http-sessions.js';
import { createSessionStore } from '../../src/sessions/session-store.js';
import { fixtureEnd, startFixture } from '../child-process.js';
import { openStore } from '../state-of-home.js';
import { temporaryHome } from '../temporary-home.js';
import { installedEntry } from '../packs/installed-entry.js';

const ada: Principal = { id: 'ada', tenant: 'acme', projects: ['p1', 'p2'], capabilities: [] };
const bob: Principal = { ...ada, id: 'bob' };
const dayMs = 24 * 60 * 60_000;

interface Opened {
  readonly root: string;
  readonly folder: string;
  readonly sessions: HttpSessions;
  readonly find: (id: string, face?: Caller['face']) => ReturnType<SessionStore['find']>;
  readonly clock: { now: number };
  readonly notices: string[];
}

const open = async (
  root: string = temporaryHome(),
  packIds: readonly string[] = ['ledger', 'transit'],
): Promise<Opened> => {
  const store = openStore(root);
  const home = openHomeFolder(store.layout, () => undefined);
  const clock = { now: Date.now() };
  const now = (): number => clock.now;
  const notices: string[] = [];
  await store.locked(async () => {
    const entries = packIds.map((id): [string, LockEntry] => [id, installedEntry]);
    await Promise.resolve();
    store.write(store.layout.packsLock, lockMembers(new Map(entries)));
  });
  const lookup = createSessionStore(home, now);
  return {
    root,
    clock,
    notices,
    folder: store.layout.httpSessions,
    sessions: createHttpSessions({ home, store, now, lifetimeMs: dayMs, notify: (message) => notices.push(message) }),
    find: (id, face = 'http') => lookup.find(id, { face, sessionId: id, credential: undefined }),
  };
};

test('A session has an id of 128 random bits, its owner, a project and an end', async () => {
  const { sessions, clock } = await open();
  const made = await sessions.create(ada, 'p2');
  expect(made).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    tenant: 'acme',
    principal_id: 'ada',
    project_id: 'p2',
    activated: [],
    expires_at: new Date(clock.now + dayMs).toISOString(),
  });
  expect(await sessions.find(ada, made.id)).toEqual(made);
  expect((await sessions.create(ada, 'p2')).id).not.toBe(made.id);
});

test("The project is one of the principal's; without one, their only one, else none", async () => {
  const { sessions } = await open();
  const only = { ...ada, projects: ['p1'] };
  expect((await sessions.create(ada, null)).project_id).toBeNull();
  expect((await sessions.create(only, null)).project_id).toBe('p1');
  expect((await sessions.create({ ...ada, projects: [] }, null)).project_id).toBeNull();
  await expect(sessions.create(only, 'p2')).rejects.toMatchObject({ code: 'foreign_project' });
  await expect(sessions.create(ada, '')).rejects.toMatchObject({ code: 'foreign_project' });
});

test('Packs are activated and deactivated, twice as once', async () => {
  const { sessions, find } = await open();
  const { id } = await sessions.create(ada, null);
  await sessions.activate(ada, id, 'ledger');
  await sessions.activate(ada, id, 'ledger');
  expect((await sessions.activate(ada, id, 'transit'))?.activated).toEqual(['ledger', 'transit']);
  expect((await find(id))?.activated).toEqual(['ledger', 'transit']);
  await sessions.deactivate(ada, id, 'ledger');
  expect((await sessions.deactivate(ada, id, 'ledger'))?.activated).toEqual(['transit']);
  expect((await find(id))?.activated).toEqual(['transit']);
});

test.each(['unknown', 'Ledger', '__proto__', ''])(
  'Activating %j, which is not installed, is refused',
  async (packId) => {
    const { sessions } = await open();
    const { id } = await sessions.create(ada, null);
    await expect(sessions.activate(ada, id, packId)).rejects.toMatchObject({ code: 'unknown_pack' });
    expect((await sessions.find(ada, id))?.activated).toEqual([]);
  },
);

const strangers: readonly [string, Principal][] = [
  ['another principal', bob],
  ['a principal of the same id in another tenant', { ...ada, tenant: 'other' }],
];

test.each(strangers)('To %s a session is unknown, and stays as it is', async (_, stranger) => {
  const { sessions, folder } = await open();
  const { id } = await sessions.create(ada, null);
  await sessions.activate(ada, id, 'transit');
  const text = readFileSync(join(folder, `${id}.json`), 'utf8');
  expect(await sessions.find(stranger, id)).toBeUndefined();
  expect(await sessions.activate(stranger, id, 'ledger')).toBeUndefined();
  expect(await sessions.activate(stranger, id, 'unknown')).toBeUndefined();
  expect(await sessions.deactivate(stranger, id, 'transit')).toBeUndefined();
  expect(await sessions.remove(stranger, id)).toBe(false);
  expect(readFileSync(join(folder, `${id}.json`), 'utf8')).toBe(text);
});

test.each(['', 'default', '0'.repeat(32), '0'.repeat(31), '../cli/default', 'F'.repeat(32), '__proto__', '.'])(
  'The id %j is unknown',
  async (id) => {
    const { sessions, find } = await open();
    await sessions.create(ada, null);
    expect(await sessions.find(ada, id)).toBeUndefined();
    expect(await sessions.activate(ada, id, 'ledger')).toBeUndefined();
    expect(await sessions.remove(ada, id)).toBe(false);
    expect(await find(id)).toBeUndefined();
  },
);

test('A removed session is unknown to everyone', async () => {
  const { sessions, find, folder } = await open();
  const { id } = await sessions.create(ada, null);
  expect(await sessions.remove(ada, id)).toBe(true);
  expect(await sessions.remove(ada, id)).toBe(false);
  expect([await sessions.find(ada, id), await find(id), readdirSync(folder)]).toEqual([undefined, undefined, []]);
});

test('The pipeline finds a session whoever asks, so that step 4 can refuse a foreign one; other faces find none', async () => {
  const { sessions, find } = await open();
  const { id } = await sessions.create(bob, null);
  expect(await find(id)).toMatchObject({ principal_id: 'bob' });
  for (const face of ['cli', 'composite', 'embedded'] as const) {
    expect(await find(id, face)).toBeUndefined();
  }
});

test('A session ends when it said it would, used or not, and its file goes', async () => {
  const { sessions, find, clock, folder } = await open();
  const { id } = await sessions.create(ada, null);
  clock.now += dayMs - 1;
  expect(await sessions.activate(ada, id, 'ledger')).toMatchObject({ activated: ['ledger'] });
  clock.now += 1;
  expect(await sessions.find(ada, id)).toBeUndefined();
  expect(await find(id)).toBeUndefined();
  expect(await sessions.activate(ada, id, 'transit')).toBeUndefined();
  expect(await sessions.remove(ada, id)).toBe(false);
  expect(existsSync(join(folder, `${id}.json`))).toBe(true);
  clock.now += 60_000;
  const next = await sessions.create(ada, null);
  expect(readdirSync(folder)).toEqual([`${next.id}.json`]);
});

test('A corrupt file keeps nobody from a session, is named to the operator and stays', async () => {
  const { sessions, find, clock, folder, notices } = await open();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const id = '0'.repeat(32);
  const path = join(folder, `${id}.json`);
  writeFileSync(path, '{');
  await expect(find(id)).rejects.toThrow(path);
  clock.now += 2 * dayMs;
  const made = await sessions.create(ada, null);
  expect(await sessions.find(ada, made.id)).toEqual(made);
  expect(notices).toEqual([expect.stringContaining(path)]);
  expect(readFileSync(path, 'utf8')).toBe('{');
});

test('A thousand sessions are kept apart and outlive the process', async () => {
  const { sessions, root } = await open();
  const owners = Array.from({ length: 1000 }, (_, index) => ({ ...ada, id: `agent-${index}` }));
  const made: Session[] = [];
  for (const owner of owners) {
    made.push(await sessions.create(owner, null));
  }
  const later = await open(root);
  for (const [index, owner] of owners.entries()) {
    const id = made[index]?.id ?? '';
    expect(await later.sessions.find(owner, id)).toEqual(made[index]);
    expect(await later.sessions.find(ada, id)).toBeUndefined();
  }
});

test('Twenty processes that activate on one session at once leave twenty packs activated', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `pack-${index}`);
  const { sessions, root } = await open(temporaryHome(), ids);
  const { id } = await sessions.create(ada, null);
  const ends = await Promise.all(ids.map((packId) => fixtureEnd(startFixture('activate-http.ts', [root, id, packId]))));
  expect(ends.map(({ stderr }) => stderr).join('')).toBe('');
  expect([...((await sessions.find(ada, id))?.activated ?? [])].sort()).toEqual([...ids].sort());
});
