import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHost } from '../src/create-host.js';
import { fixtureEnd, startFixture } from './child-process.js';
import { openTestHost, type OpenedHost } from './open-host.js';
import { asIs, asUpdate } from './packs/open-packs.js';
import { ledgerPolicy, ledgerSurface, makePack, writePack } from './packs/pack-fixture.js';
import { temporaryHome } from './temporary-home.js';

const withLedger = async (): Promise<OpenedHost & { readonly dir: string }> => {
  const opened = openTestHost();
  const dir = makePack();
  await opened.host.packs.install(dir, asIs);
  await opened.host.sessions.activate('default', 'ledger', null);
  return { ...opened, dir };
};

const events = async ({ host }: OpenedHost): Promise<readonly unknown[]> =>
  (await host.audit.tail(100)).map((record) => record['event']);

test('Opening a host and asking it for nothing touches no file', async () => {
  const { host, root, notices } = openTestHost();
  await host.ports();
  expect(await host.packs.list()).toEqual([]);
  expect(await host.sessions.list()).toEqual([]);
  expect(await host.configuration.get()).toEqual({});
  expect(await host.audit.tail(5)).toEqual([]);
  await host.close();
  expect(existsSync(root)).toBe(false);
  expect(notices).toEqual([]);
});

test('A relative home is a mistake of the program that opens it', () => {
  const open = (): unknown => createHost({ home: 'hcp', searchPath: '', userName: 'ada', onNotice: () => undefined });
  expect(open).toThrow(TypeError);
});

test('A call runs from install to a verified audit, and the home has the layout of profile P10', async () => {
  const opened = await withLedger();
  const { host, root, call } = opened;
  const { envelope, step } = await call('ledger', 'list', { since: 'May' });
  expect(envelope).toMatchObject({ ok: true, pack_id: 'ledger', verb_key: 'list' });
  expect(envelope).toHaveProperty('result.json', '{"argv":"list May --json"}');
  expect(step).toBe('9');
  expect(await events(opened)).toEqual(['admin', 'intent', 'outcome']);
  expect(await host.audit.verify()).toMatchObject({ ok: true, records: 3, open_calls: [] });
  expect(readdirSync(root)).toEqual(
    expect.arrayContaining(['audit', 'packs.lock.json', 'sessions', 'state.lock', 'work']),
  );
});

test.each([
  { what: 'an unknown pack', packId: 'unknown', verbKey: 'list', error: 'unknown pack unknown', step: '1' },
  {
    what: 'a pack named like a member of the prototype',
    packId: '__proto__',
    verbKey: 'list',
    error: 'unknown pack __proto__',
    step: '1',
  },
  { what: 'another spelling', packId: 'Ledger', verbKey: 'list', error: 'unknown pack Ledger', step: '1' },
  {
    what: 'a verb named like a member of the prototype',
    packId: 'ledger',
    verbKey: 'constructor',
    error: 'no policy for constructor',
    step: '3',
  },
  {
    what: 'a missing capability',
    packId: 'ledger',
    verbKey: 'transfer',
    error: 'denied: missing ledger.transfer for ledger.transfer',
    step: '5',
  },
])('A call of $what is refused and recorded', async ({ packId, verbKey, error, step }) => {
  const opened = await withLedger();
  const report = await opened.call(packId, verbKey);
  expect(report).toMatchObject({ envelope: { ok: false, error }, step, exitStatus: 3 });
  expect(await events(opened)).toEqual(['admin', 'denial']);
});

test('A grant and a revoke hold from the next call on', async () => {
  const { host, call } = await withLedger();
  await host.configuration.grant('ledger.transfer');
  expect((await call('ledger', 'transfer', { amount: 1 })).envelope).toMatchObject({ error: 'confirm required' });
  expect((await call('ledger', 'transfer', { amount: 1, confirm: true })).envelope.ok).toBe(true);
  await host.configuration.revoke('ledger.transfer');
  expect((await call('ledger', 'transfer', { amount: 1, confirm: true })).envelope).toMatchObject({
    error: 'denied: missing ledger.transfer for ledger.transfer',
  });
});

test('A verb that needs approval is refused, whatever the arguments say', async () => {
  const opened = openTestHost();
  const verbs = {
    ...ledgerPolicy.verbs,
    transfer: { access: 'write', capability: 'ledger.transfer', confirm: 'approval' },
  };
  await opened.host.packs.install(makePack({ policy: { ...ledgerPolicy, verbs } }), asIs);
  await opened.host.sessions.activate('default', 'ledger', null);
  await opened.host.configuration.grant('ledger.*');
  expect((await opened.call('ledger', 'transfer', { confirm: true, apply: true })).envelope).toMatchObject({
    error: 'approval required',
  });
});

test('A policy changed behind an install makes the pack unknown, and only the operator reads why', async () => {
  const { dir, call, notices } = await withLedger();
  writePack(dir, { policy: { ...ledgerPolicy, verbs: {} } });
  const { envelope, callId } = await call('ledger', 'list');
  expect(envelope).toMatchObject({ error: 'unknown pack ledger' });
  expect(notices).toContainEqual({ callId, message: expect.stringContaining(join(dir, 'policy.json')) as string });
});

test('A program swapped behind an install does not run', async () => {
  const { dir, call } = await withLedger();
  writePack(dir, { bin: '#!/bin/sh\necho swapped\n' });
  const { envelope, step } = await call('ledger', 'list');
  expect(envelope).toMatchObject({ ok: false, error: expect.stringMatching(/^sandbox: /) as string });
  expect(step).toBe('8');
});

test('A program that was not allowed does not run', async () => {
  const { host, dir, call } = await withLedger();
  await host.packs.install(dir, { ...asUpdate, allow: false });
  expect((await call('ledger', 'list')).envelope).toMatchObject({
    error: 'sandbox: bin "./bin/ledger.sh" not allowlisted',
  });
});

test('An uninstalled pack is unknown, and installed again it is not activated', async () => {
  const { host, dir, call } = await withLedger();
  await host.packs.uninstall('ledger');
  expect((await call('ledger', 'list')).envelope).toMatchObject({ error: 'unknown pack ledger' });
  await host.packs.install(dir, asIs);
  expect((await call('ledger', 'list')).envelope).toMatchObject({ error: 'pack ledger not activated' });
});

test.each([
  ['another session', { sessionId: 'other' }],
  ['no session', { sessionId: null }],
  ['a session name that is none', { sessionId: '../cli/default' }],
  ['the session under another face', { face: 'http' }],
] as const)('With %s the pack is not activated', async (_, caller) => {
  const { callAs } = await withLedger();
  expect((await callAs(caller, 'ledger', 'list')).envelope).toMatchObject({ error: 'pack ledger not activated' });
});

test('A session of another principal is refused at step 4', async () => {
  const { host, call } = await withLedger();
  const bob = { id: 'bob', tenant: 'local', projects: [], capabilities: ['*'] };
  await host.configuration.set('principal', bob);
  expect((await call('ledger', 'list')).envelope).toMatchObject({
    error: 'denied: session belongs to another principal',
  });
});

test.each(['{', '{ "version": 2 }', '{ "principal": { "id": "ada" } }', '{ "unknown": 1 }'])(
  'The config file %j authenticates nobody, and the operator reads why',
  async (text) => {
    const { root, call, notices } = await withLedger();
    writeFileSync(join(root, 'config.json'), text);
    expect((await call('ledger', 'list')).envelope).toMatchObject({ error: 'denied: unauthenticated' });
    expect(notices.some(({ message }) => message.includes(join(root, 'config.json')))).toBe(true);
    rmSync(join(root, 'config.json'));
    expect((await call('ledger', 'list')).envelope.ok).toBe(true);
  },
);

test('A corrupt session file activates nothing, and the operator reads why', async () => {
  const { root, call, notices } = await withLedger();
  writeFileSync(join(root, 'sessions', 'cli', 'default.json'), '{');
  expect((await call('ledger', 'list')).envelope).toMatchObject({ error: 'pack ledger not activated' });
  expect(notices.some(({ message }) => message.includes('default.json'))).toBe(true);
});

test('A principal without a tenant is refused', async () => {
  const { host, call } = await withLedger();
  await host.configuration.set('principal', { id: 'ada', tenant: '', projects: [], capabilities: ['*'] });
  expect((await call('ledger', 'list')).envelope).toMatchObject({ error: 'denied: tenant unresolved' });
});

test('A mode that is configured while a process runs refuses until it is started again', async () => {
  const { host, call } = await withLedger();
  expect((await call('ledger', 'list')).envelope.ok).toBe(true);
  await host.configuration.set('sandbox.mode', 'sandbox');
  expect((await call('ledger', 'list')).envelope).toMatchObject({
    error: expect.stringMatching(/^sandbox: sandbox\.mode is sandbox now/) as string,
  });
});

test.each<[string, unknown]>([
  ['limits.processes', 4],
  ['packs.ledger.limits.memory_bytes', 1024],
  ['packs.ledger.network', 'none'],
  ['sandbox.user', 'nobody'],
])('What the operator set under %s and nobody enforces refuses, until it is taken away', async (key, value) => {
  const { host, call } = await withLedger();
  await host.configuration.set(key, value);
  expect((await call('ledger', 'list')).envelope).toMatchObject({
    error: expect.stringContaining(`sandbox: ${key} is set and mode native-local cannot enforce it`) as string,
  });
  await host.configuration.set(key, null);
  expect((await call('ledger', 'list')).envelope.ok).toBe(true);
});

test('Settings of another pack do not refuse', async () => {
  const { host, call } = await withLedger();
  await host.configuration.set('packs.ledger.b.network', 'none');
  await host.configuration.set('packs.ledger.network', 'host');
  expect((await call('ledger', 'list')).envelope.ok).toBe(true);
});

test('When the audit cannot be written no call runs and nothing is administered', async () => {
  const { root, dir } = await withLedger();
  rmSync(join(root, 'audit'), { recursive: true });
  writeFileSync(join(root, 'audit'), 'a file where the folder belongs');
  const { host, call } = openTestHost(root);
  expect((await call('ledger', 'list')).envelope).toMatchObject({ error: 'audit unavailable' });
  expect((await call('unknown', 'list')).envelope).toMatchObject({ error: 'unknown pack unknown' });
  const lock = readFileSync(join(root, 'packs.lock.json'), 'utf8');
  writePack(dir, { skill: 'new' });
  await expect(host.packs.install(dir, asUpdate)).rejects.toThrow(/audit/);
  await expect(host.packs.uninstall('ledger')).rejects.toThrow(/audit/);
  await expect(host.configuration.grant('ledger.transfer')).rejects.toThrow(/audit/);
  expect(readFileSync(join(root, 'packs.lock.json'), 'utf8')).toBe(lock);
  expect(existsSync(join(root, 'config.json'))).toBe(false);
  rmSync(join(root, 'audit'));
  expect((await call('ledger', 'list')).envelope.ok).toBe(true);
});

test('Acts of the operator are recorded with what they are about', async () => {
  const { host } = await withLedger();
  await host.configuration.grant('ledger.transfer');
  await host.configuration.set('packs.ledger.network', 'host');
  await host.configuration.revoke('ledger.transfer');
  await host.packs.uninstall('ledger');
  const acts = (await host.audit.tail(10)).map(({ event, pack_id, details }) => ({ event, pack_id, details }));
  expect(acts).toMatchObject([
    { event: 'admin', pack_id: 'ledger', details: { action: 'install' } },
    { event: 'admin', pack_id: null, details: { action: 'grant', capability: 'ledger.transfer' } },
    { event: 'admin', details: { action: 'config', key: 'packs.ledger.network', value: 'host' } },
    { event: 'admin', details: { action: 'revoke', capability: 'ledger.transfer' } },
    { event: 'admin', pack_id: 'ledger', details: { action: 'uninstall' } },
  ]);
});

test('A loose home is tightened at the first use and the operator is told once', async () => {
  const root = temporaryHome();
  mkdirSync(root, { mode: 0o755 });
  const { call, notices } = openTestHost(root);
  await call('unknown', 'list');
  await call('unknown', 'list');
  expect(notices.filter(({ message }) => message.includes('0755'))).toHaveLength(1);
});

test('A call whose host is killed is settled by the next process: its program ends and the record says so', async () => {
  const opened = openTestHost();
  const bin = '#!/bin/sh\necho started > "$HOME/witness"\nsleep 600\n';
  await opened.host.packs.install(makePack({ surface: ledgerSurface, bin }), asIs);
  await opened.host.sessions.activate('default', 'ledger', null);
  const child = startFixture('call-ledger.ts', [opened.root]);
  const end = fixtureEnd(child);
  const witness = (): boolean =>
    existsSync(join(opened.root, 'work')) &&
    readdirSync(join(opened.root, 'work'), { recursive: true }).some((path) => String(path).endsWith('witness'));
  while (!witness()) {
    expect(child.exitCode).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill('SIGKILL');
  await end;
  const later = openTestHost(opened.root);
  await later.call('unknown', 'list');
  expect(await events(later)).toEqual(['admin', 'intent', 'recovery', 'denial']);
  expect(await later.host.audit.verify()).toMatchObject({ ok: true, open_calls: [] });
});
