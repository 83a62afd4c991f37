import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { examineNode } from '../../src/doctor/examine-system.js';
import { examineAll } from '../../src/doctor/finding.js';
import type { Finding } from '../../src/host.js';
import { openTestHost, type OpenedHost } from '../open-host.js';
import { asIs } from '../packs/open-packs.js';
import { ledgerSurface, makePack, plainPack } from '../packs/pack-fixture.js';

const withLedger = async (): Promise<OpenedHost & { readonly dir: string }> => {
  const opened = openTestHost();
  const dir = makePack();
  await opened.host.packs.install(dir, asIs);
  return { ...opened, dir };
};

const of = (findings: readonly Finding[], subject: string): readonly Finding[] =>
  findings.filter((finding) => finding.subject === subject);

test('Without a home there is no problem, nothing is made, and each subject is looked at', async () => {
  const { host, root } = openTestHost();
  const findings = await host.doctor();
  expect(findings.filter(({ level }) => level === 'problem')).toEqual([]);
  const subjects = new Set(findings.map(({ subject }) => subject));
  expect(subjects).toEqual(new Set(['node', 'home', 'config', 'sandbox', 'limits', 'packs', 'audit', 'processes']));
  expect(existsSync(root)).toBe(false);
});

test('A pack in order is found in order, and the sandbox and the limits are told as they are', async () => {
  const { host, dir } = await withLedger();
  const findings = await host.doctor();
  expect(of(findings, 'pack ledger')).toMatchObject([
    { level: 'ok', message: `runs ${join(dir, 'bin', 'ledger.sh')}` },
  ]);
  expect(of(findings, 'sandbox')).toMatchObject([
    { level: 'warning', message: expect.stringContaining('native-local') as string },
  ]);
  expect(of(findings, 'limits')).toMatchObject([
    { level: 'warning', message: expect.stringContaining('256') as string },
  ]);
  expect(of(findings, 'audit')).toMatchObject([{ level: 'ok', message: '1 records, each in its place' }]);
});

test('Every finding that is not in order says what to do', async () => {
  const { host, root, dir } = await withLedger();
  writeFileSync(join(root, 'config.json'), '{ "sandbox": { "mode": "sandbox" } }');
  writeFileSync(join(dir, 'surface.json'), '{}');
  const findings = await host.doctor();
  const wrong = findings.filter(({ level }) => level !== 'ok');
  expect(wrong.length).toBeGreaterThan(1);
  expect(wrong.every(({ fix }) => fix !== null && fix !== '')).toBe(true);
  expect(of(findings, 'pack ledger')).toMatchObject([
    { level: 'problem', message: expect.stringContaining('changed since') as string },
  ]);
  expect(of(findings, 'sandbox')).toMatchObject([
    { level: 'problem', message: expect.stringContaining('not available') as string },
  ]);
});

test('A changed program is a problem of its pack', async () => {
  const { host, dir } = await withLedger();
  writeFileSync(join(dir, 'bin', 'ledger.sh'), '#!/bin/sh\necho other\n');
  expect(of(await host.doctor(), 'pack ledger')).toMatchObject([
    { level: 'problem', fix: expect.stringContaining('--update') as string },
  ]);
});

test('A corrupt config or lock file is a problem, and the rest is still looked at', async () => {
  const { host, root } = await withLedger();
  writeFileSync(join(root, 'config.json'), '{');
  writeFileSync(join(root, 'packs.lock.json'), '{');
  const findings = await host.doctor();
  expect(of(findings, 'config')).toMatchObject([
    { level: 'problem', message: expect.stringContaining('config.json') as string },
  ]);
  expect(of(findings, 'audit')).toMatchObject([{ level: 'ok' }]);
  rmSync(join(root, 'config.json'));
  expect(of(await host.doctor(), 'packs')).toMatchObject([
    { level: 'problem', message: expect.stringContaining('packs.lock.json') as string },
  ]);
});

test('A setting that nobody enforces, and a principal without a tenant, are problems', async () => {
  const { host } = await withLedger();
  await host.configuration.set('packs.ledger.network', 'none');
  await host.configuration.set('principal', { id: 'ada', tenant: '', projects: [], capabilities: [] });
  const findings = await host.doctor();
  expect(of(findings, 'sandbox')).toContainEqual(
    expect.objectContaining({ level: 'problem', fix: 'hcp config set packs.ledger.network null' }),
  );
  expect(of(findings, 'config')).toMatchObject([{ level: 'problem' }]);
});

test('Credentials are told as a call would find them', async () => {
  const { host, root } = openTestHost();
  const binding = { mode: 'local', family: 'ledger' };
  await host.packs.install(makePack({ surface: { ...ledgerSurface, binding } }), asIs);
  expect(of(await host.doctor(), 'credential ledger')).toMatchObject([{ level: 'problem', fix: 'hcp connect ledger' }]);
  await host.credentials.connect('ledger', '{ "env": { "LEDGER_TOKEN": "t-0123456789" } }');
  expect(of(await host.doctor(), 'credential ledger')).toMatchObject([{ level: 'ok' }]);
  chmodSync(join(root, 'credentials', 'ledger.json'), 0o644);
  expect(of(await host.doctor(), 'credential ledger')).toMatchObject([
    { level: 'problem', message: expect.stringContaining('0644') as string },
  ]);
});

test.each([
  { mode: 'user', hub: 'keyring', family: 'ledger' },
  { mode: 'mothership', family: 'ledger' },
])('A pack whose binding is %j is told to be not available', async (binding) => {
  const { host } = openTestHost();
  await host.packs.install(makePack({ surface: { ...ledgerSurface, binding } }), asIs);
  expect(of(await host.doctor(), 'pack ledger')).toContainEqual(
    expect.objectContaining({ level: 'problem', message: expect.stringContaining('not available') as string }),
  );
});

test('A pack of a kind that does not run, and a bootstrap, are told', async () => {
  const { host } = openTestHost();
  await host.packs.install(makePack(plainPack('odd')), asIs);
  const surface = { ...ledgerSurface, verbs: {}, pass_through: { allowedSubcommands: ['list'], maxArgv: 4 } };
  await host.packs.install(makePack({ surface, policy: { surface_id: 'ledger', verbs: {} } }), asIs);
  const findings = await host.doctor();
  expect(of(findings, 'pack odd')).toMatchObject([
    { level: 'problem', message: expect.stringContaining('composite') as string },
  ]);
  expect(of(findings, 'pack ledger')).toContainEqual(
    expect.objectContaining({ level: 'warning', message: expect.stringContaining('bootstrap') as string }),
  );
});

test('An audit that was changed, or is no folder, is a problem', async () => {
  const { host, root } = await withLedger();
  await host.close();
  rmSync(join(root, 'audit'), { recursive: true });
  writeFileSync(join(root, 'audit'), 'not a folder');
  expect(of(await openTestHost(root).host.doctor(), 'audit')).toMatchObject([{ level: 'problem' }]);
});

test.each<[string, Finding['level']]>([
  ['v22.17.9', 'problem'],
  ['v20.11.0', 'problem'],
  ['v22.18.0', 'ok'],
  ['v24.0.0', 'ok'],
])('Node %s is %s', (version, level) => {
  expect(examineNode(version)).toMatchObject([{ level }]);
});

test('A part that cannot be examined is a problem and does not stop the others', async () => {
  const failing = (): never => {
    throw new Error('no such thing');
  };
  const findings = await examineAll([
    { subject: 'one', examine: failing, fix: 'Mend it.' },
    { subject: 'two', examine: () => [], fix: '' },
  ]);
  expect(findings).toEqual([{ subject: 'one', level: 'problem', message: 'no such thing', fix: 'Mend it.' }]);
});
