import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
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
  expect(subjects).toEqual(
    new Set(['node', 'home', 'config', 'sandbox', 'limits', 'packs', 'keyring', 'state', 'audit', 'processes']),
  );
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
  writeFileSync(join(root, 'config.json'), '{ "sandbox": { "mode": "sandbox", "user": "nobody-of-that-name" } }');
  writeFileSync(join(dir, 'surface.json'), '{}');
  const findings = await host.doctor();
  const wrong = findings.filter(({ level }) => level !== 'ok');
  expect(wrong.length).toBeGreaterThan(1);
  expect(wrong.every(({ fix }) => fix !== null && fix !== '')).toBe(true);
  expect(of(findings, 'pack ledger')).toMatchObject([
    { level: 'problem', message: expect.stringContaining('changed since') as string },
  ]);
  expect(of(findings, 'sandbox')).toMatchObject([
    { level: 'problem', message: expect.stringContaining('sandbox.user is') as string },
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
  const { host } = openTestHost();
  const binding = { mode: 'local', family: 'ledger' };
  await host.packs.install(makePack({ surface: { ...ledgerSurface, binding } }), asIs);
  expect(of(await host.doctor(), 'credential ledger')).toMatchObject([{ level: 'problem', fix: 'hcp connect ledger' }]);
  await host.credentials.connect('ledger', '{ "env": { "LEDGER_TOKEN": "t-0123456789" } }');
  expect(of(await host.doctor(), 'credential ledger')).toMatchObject([{ level: 'ok' }]);
});

const credentialFaults: readonly {
  readonly what: string;
  readonly apply: (path: string) => void;
  readonly fix: RegExp;
  readonly mend: (path: string) => void;
}[] = [
  {
    what: 'has mode 0644',
    apply: (path) => chmodSync(path, 0o644),
    fix: /chmod 600 \//,
    mend: (path) => chmodSync(path, 0o600),
  },
  {
    what: 'is cut off',
    apply: (path) => writeFileSync(path, '{'),
    fix: /^Move \/.* away, then hcp connect ledger$/,
    mend: rmSync,
  },
  {
    what: 'is a symlink',
    apply: (path) => {
      renameSync(path, `${path}.real`);
      symlinkSync(`${path}.real`, path);
    },
    fix: /^Move \/.* away, then hcp connect ledger$/,
    mend: rmSync,
  },
];

test.each(credentialFaults)('A credential that $what is told with its path and a fix that works', async (fault) => {
  const { host, root } = openTestHost();
  const binding = { mode: 'local', family: 'ledger' };
  await host.packs.install(makePack({ surface: { ...ledgerSurface, binding } }), asIs);
  const text = '{ "env": { "LEDGER_TOKEN": "t-0123456789" } }';
  await host.credentials.connect('ledger', text);
  const path = join(root, 'credentials', 'ledger.json');
  fault.apply(path);
  const [found] = of(await host.doctor(), 'credential ledger');
  expect(found).toMatchObject({ level: 'problem', message: expect.stringContaining(path) as string });
  expect(found?.fix).toMatch(fault.fix);
  await expect(host.credentials.connect('ledger', text)).rejects.toThrow(path);
  fault.mend(path);
  await host.credentials.connect('ledger', text);
  expect(of(await host.doctor(), 'credential ledger')).toMatchObject([{ level: 'ok' }]);
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

const problems = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ level }) => level === 'problem');

const stateFaults: readonly { readonly what: string; readonly path: string; readonly text: string }[] = [
  { what: 'an audit key that is too short', path: 'audit-hmac.key', text: 'short' },
  { what: 'a session of the command line that is no JSON', path: 'sessions/cli/default.json', text: '{' },
  {
    what: 'a session over HTTP of the wrong shape',
    path: `sessions/http/${'0'.repeat(32)}.json`,
    text: '{"version":1}',
  },
  { what: 'tokens of a newer version', path: 'tokens.json', text: '{"version":2,"tokens":[]}' },
  { what: 'approvals that are empty', path: `approvals/${'0'.repeat(64)}.json`, text: '' },
  { what: 'a head that is cut off', path: 'audit/head.json', text: '{"version":1' },
  { what: 'a lock of the audit that is no lock', path: 'audit/lock', text: 'held' },
];

test.each(stateFaults)('$what is a problem that names the file', async ({ path, text }) => {
  const { host, root } = await withLedger();
  await host.sessions.activate('default', 'ledger', null);
  expect(problems(await host.doctor())).toEqual([]);
  await host.close();
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, text, { mode: 0o600 });
  const found = problems(await openTestHost(root).host.doctor());
  expect(found).toMatchObject([{ message: expect.stringContaining(file) as string }]);
  expect(found[0]?.fix).toMatch(/away|folder/);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('An audit key that others may read is a problem, as it is for a call', async () => {
  const { host, root } = await withLedger();
  await host.close();
  chmodSync(join(root, 'audit-hmac.key'), 0o644);
  const opened = openTestHost(root);
  expect(of(await opened.host.doctor(), 'state')).toMatchObject([
    { level: 'problem', message: expect.stringContaining('0644') as string },
  ]);
  await opened.host.sessions.activate('default', 'ledger', null);
  expect((await opened.call('ledger', 'list')).envelope).toMatchObject({ ok: false, error: 'audit unavailable' });
});

test.each(['work', 'audit/open', 'sessions/cli', 'approvals'])(
  'A file in the place of %s is a problem',
  async (path) => {
    const { host, root } = await withLedger();
    await host.close();
    rmSync(join(root, path), { recursive: true, force: true });
    mkdirSync(dirname(join(root, path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(root, path), '');
    expect(problems(await openTestHost(root).host.doctor())).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining(join(root, path)) as string }),
    );
  },
);

test('A home that is open to other users is closed to them and the operator told', async () => {
  const { host, root } = await withLedger();
  await host.close();
  chmodSync(root, 0o755);
  const { host: other, notices } = openTestHost(root);
  expect(of(await other.doctor(), 'home')).toMatchObject([{ level: 'ok' }]);
  expect(statSync(root).mode & 0o777).toBe(0o700);
  expect(notices.map(({ message }) => message)).toEqual([expect.stringContaining('0755')]);
});

test('A folder of a pack that is gone is told with what works', async () => {
  const { host, dir } = await withLedger();
  renameSync(dir, `${dir}-moved`);
  expect(of(await host.doctor(), 'pack ledger')).toMatchObject([
    {
      level: 'problem',
      message: `the folder ${dir} is gone since the pack was installed`,
      fix: 'put it back, or hcp install --update <its new folder>, or hcp uninstall ledger',
    },
  ]);
});

test('A program that is not allowed, or changed, is told with the command that mends it', async () => {
  const { host, dir } = await withLedger();
  writeFileSync(join(dir, 'bin', 'ledger.sh'), '#!/bin/sh\necho other\n');
  expect(of(await host.doctor(), 'pack ledger')).toMatchObject([
    { level: 'problem', fix: `look at it, then hcp install --update ${dir}` },
  ]);
});

test('An audit that is gone beside packs is warned of, and so is one that begins after them', async () => {
  const { host, root } = await withLedger();
  await host.close();
  rmSync(join(root, 'audit'), { recursive: true });
  expect(of(await openTestHost(root).host.doctor(), 'audit')).toMatchObject([
    { level: 'warning', message: expect.stringContaining('no record in') as string },
  ]);
  const lock = readFileSync(join(root, 'packs.lock.json'), 'utf8');
  writeFileSync(join(root, 'packs.lock.json'), lock.replace(/("installed_at": ")[^"]*/, '$12020-01-01T00:00:00.000Z'));
  const opened = openTestHost(root);
  await opened.host.configuration.grant('ledger.transfer');
  expect(of(await opened.host.doctor(), 'audit')).toMatchObject([
    { level: 'ok' },
    { level: 'warning', message: expect.stringContaining('after pack ledger was installed') as string },
  ]);
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
