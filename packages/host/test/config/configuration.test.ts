import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createConfiguration } from '../../src/config/configuration.js';
import type { Configuration } from '../../src/host.js';
import type { AdminAct } from '../../src/state/admin-act.js';
import { fixtureEnd, startFixture } from '../child-process.js';
import { openStore, recordInto } from '../state-of-home.js';
import { temporaryHome } from '../temporary-home.js';

interface Opened {
  readonly root: string;
  readonly file: string;
  readonly configuration: Configuration;
  readonly acts: AdminAct[];
  readonly notices: string[];
  readonly audit: { broken: boolean };
}

const open = (config?: string): Opened => {
  const root = temporaryHome();
  const acts: AdminAct[] = [];
  const notices: string[] = [];
  const audit = { broken: false };
  if (config !== undefined) {
    mkdirSync(root, { mode: 0o700 });
    writeFileSync(join(root, 'config.json'), config);
  }
  const configuration = createConfiguration({
    store: openStore(root),
    userName: 'ada',
    record: recordInto(acts, () => audit.broken),
    notify: (message) => notices.push(message),
  });
  return { root, file: join(root, 'config.json'), configuration, acts, notices, audit };
};

test('Without a config file the principal is the login name with the right to read', async () => {
  const { configuration, root } = open();
  expect(await configuration.principal()).toEqual({
    id: 'ada',
    tenant: 'local',
    projects: [],
    capabilities: ['*.read'],
  });
  expect(await configuration.get()).toEqual({});
  expect(await configuration.get('principal')).toBeUndefined();
  expect(existsSync(root)).toBe(false);
});

test('A grant is added to the default principal, recorded before it is written, and a second one changes nothing', async () => {
  const { configuration, acts, file } = open();
  await configuration.grant('ledger.transfer');
  const text = readFileSync(file, 'utf8');
  expect((await configuration.grant('ledger.transfer')).capabilities).toEqual(['*.read', 'ledger.transfer']);
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(JSON.parse(text)).toMatchObject({ version: 1, principal: { capabilities: ['*.read', 'ledger.transfer'] } });
  expect(acts).toEqual([
    {
      action: 'grant',
      packId: null,
      details: { capability: 'ledger.transfer', principal: 'ada', tenant: 'local' },
    },
  ]);
});

test.each(['ledger', 'Ledger.read', '.read', 'ledger.', '-x.read', '@a.b'])(
  'Granting %j, which matches no capability, is refused with the reason and can still be revoked',
  async (capability) => {
    const { configuration, acts, file } = open();
    await expect(configuration.grant(capability)).rejects.toThrow(/matches no capability: each is named <pack id>/);
    expect(existsSync(file)).toBe(false);
    expect(acts).toEqual([]);
    await configuration.set('principal', { id: 'ada', tenant: 'local', projects: [], capabilities: [capability] });
    expect((await configuration.revoke(capability)).capabilities).toEqual([]);
  },
);

test.each(['*', '*.read', 'ledger.*', 'a.b', '0-x_y.z.*'])('%j can be granted', async (capability) => {
  const { configuration } = open('{ "principal": { "id": "b", "tenant": "t", "projects": [], "capabilities": [] } }');
  expect((await configuration.grant(capability)).capabilities).toEqual([capability]);
});

test('A setting of a pack that is not installed is kept, with a notice that names the installed ones', async () => {
  const { configuration, notices } = open();
  await configuration.set('packs.ledgre.network', 'none');
  expect(await configuration.get('packs.ledgre.network')).toBe('none');
  expect(notices).toEqual([
    'config: pack ledgre is not installed, so this has no effect until it is. Installed: none.',
  ]);
  await configuration.set('packs.ledgre.network', null);
  await configuration.set('limits.processes', 8);
  expect(notices).toHaveLength(1);
});

test('An empty list of capabilities grants nothing and stays an empty list', async () => {
  const { configuration } = open(
    '{ "principal": { "id": "bob", "tenant": "acme", "projects": [], "capabilities": [] } }',
  );
  expect((await configuration.principal()).capabilities).toEqual([]);
});

test('The last capability can be revoked, and revoking what is not there says what is', async () => {
  const { configuration, acts } = open();
  await expect(configuration.revoke('ledger.transfer')).rejects.toThrow(/granted are: \*\.read/);
  expect((await configuration.revoke('*.read')).capabilities).toEqual([]);
  await expect(configuration.revoke('*.read')).rejects.toThrow(/granted are: none/);
  expect((await configuration.principal()).capabilities).toEqual([]);
  expect(acts.map(({ action }) => action)).toEqual(['revoke']);
});

test.each(['', ' ledger.read', 'ledger.*.read', '**', 'ledger.read\n'])(
  'The text %j is no grant and is refused before anything is made',
  async (capability) => {
    const { configuration, root } = open();
    await expect(configuration.grant(capability)).rejects.toThrow(/is not a capability/);
    await expect(configuration.revoke(capability)).rejects.toThrow(/is not a capability/);
    expect(existsSync(join(root, 'config.json'))).toBe(false);
  },
);

test('When the act cannot be recorded nothing changes', async () => {
  const { configuration, audit, file } = open('{}');
  audit.broken = true;
  await expect(configuration.grant('ledger.transfer')).rejects.toThrow('audit unavailable');
  await expect(configuration.revoke('*.read')).rejects.toThrow('audit unavailable');
  await expect(configuration.set('sandbox.mode', 'sandbox')).rejects.toThrow('audit unavailable');
  expect(readFileSync(file, 'utf8')).toBe('{}');
});

test.each<[string, unknown]>([
  ['principal', { id: 'bob', tenant: 'acme', projects: ['p1'], capabilities: ['ledger.*'] }],
  ['sandbox.mode', 'sandbox'],
  ['sandbox.mode', 'native-local'],
  ['sandbox.user', 'nobody'],
  ['limits', { processes: 4 }],
  ['limits.processes', 16],
  ['limits.memory_bytes', 1024],
  ['packs.ledger.network', 'host'],
  ['packs.a.b.network', 'none'],
  ['packs.a.network.network', 'none'],
  ['packs.limits.processes.limits.processes', 3],
  ['packs.constructor.in_process', true],
  ['packs.ledger.writable', ['/srv/ledger']],
  ['packs.ledger.limits', { file_bytes: 1 }],
])('What is set under %s reads back, and null takes it away again', async (key, value) => {
  const { configuration, file } = open();
  await configuration.set(key, value);
  expect(await configuration.get(key)).toEqual(value);
  await configuration.set(key, null);
  expect(await configuration.get(key)).toBeUndefined();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version: 1 });
});

test('An id that holds dots is told from the setting behind it', async () => {
  const { configuration } = open();
  await configuration.set('packs.a.network.limits.processes', 7);
  expect(await configuration.get()).toEqual({ packs: { 'a.network': { limits: { processes: 7 } } } });
});

test.each([
  '',
  'principals',
  'principal.id',
  'sandbox',
  'limits.disk',
  'packs',
  'packs.ledger',
  'packs..network',
  'packs.Ledger.network',
  'packs.__proto__.network',
  'packs.ledger.colour',
  'version',
  '__proto__',
  'constructor',
])('There is no key %j', async (key) => {
  const { configuration } = open();
  await expect(configuration.get(key)).rejects.toThrow(/there is no key/);
  await expect(configuration.set(key, {})).rejects.toThrow(/there is no key/);
});

test.each<[string, unknown]>([
  ['principal', { id: 'bob' }],
  ['principal', { id: '', tenant: 'acme', projects: [], capabilities: [] }],
  ['principal', { id: 'bob', tenant: 'acme', projects: [], capabilities: ['**'] }],
  ['principal', { id: 'bob', tenant: 'acme', projects: [], capabilities: [], admin: true }],
  ['principal', 'bob'],
  ['sandbox.mode', 'none'],
  ['sandbox.mode', undefined],
  ['limits.processes', 0],
  ['limits.processes', '16'],
  ['packs.ledger.network', 'all'],
  ['packs.ledger.writable', ['relative']],
  ['packs.ledger.in_process', 'true'],
])('The key %s does not take %j, and the file stays as it is', async (key, value) => {
  const { configuration, acts, file } = open('{ "version": 1 }');
  await expect(configuration.set(key, value)).rejects.toThrow();
  expect(readFileSync(file, 'utf8')).toBe('{ "version": 1 }');
  expect(acts).toEqual([]);
});

test.each([
  '{ "principal": null }',
  '{ "packs": { "Ledger": {} } }',
  '{ "colour": "red" }',
  'not JSON',
  '{ "version": 2 }',
])('The config file %j stops every command and stays as it is', async (text) => {
  const { configuration, file } = open(text);
  await expect(configuration.principal()).rejects.toThrow(file);
  await expect(configuration.grant('ledger.read')).rejects.toThrow(file);
  await expect(configuration.get('principal')).rejects.toThrow(file);
  await expect(configuration.set('sandbox.mode', 'sandbox')).rejects.toThrow(file);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('Whatever is granted and revoked in turn, the file holds what a set would hold', async () => {
  const capability = fc.constantFrom('a.read', 'a.*', '*.read', '*', 'b.c.write');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.boolean(), capability), { maxLength: 8 }), async (steps) => {
      const { configuration } = open();
      const model = new Set(['*.read']);
      for (const [add, name] of steps) {
        if (add) {
          model.add(name);
          await configuration.grant(name);
        } else if (model.delete(name)) {
          await configuration.revoke(name);
        } else {
          await expect(configuration.revoke(name)).rejects.toThrow(/granted are/);
        }
      }
      expect(new Set((await configuration.principal()).capabilities)).toEqual(model);
    }),
    { numRuns: 25 },
  );
});

test('Ten processes that grant at once leave ten grants', async () => {
  const { configuration, root } = open();
  const ends = await Promise.all(
    Array.from({ length: 10 }, (_, index) => fixtureEnd(startFixture('grant.ts', [root, `ledger.c${index}`]))),
  );
  expect(ends.map(({ stderr }) => stderr)).toEqual(ends.map(() => ''));
  expect((await configuration.principal()).capabilities).toHaveLength(11);
});
