import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proveJail } from '@hcp/sandbox/jail';
import { jailSettings, sandboxUser } from '../src/ports/jail-port.js';
import { openTestHost, type OpenedHost } from './open-host.js';
import { asIs } from './packs/open-packs.js';
import { makePack, plainPack } from './packs/pack-fixture.js';
import { temporaryHome } from './temporary-home.js';

const proof = await proveJail();
if (!proof.works) console.log(`skipped: no jail can be made on this machine: ${proof.reason}`);
const root = process.geteuid?.() === 0;
if (!root) console.log('skipped: sandbox.user is for root');

interface Jailed extends OpenedHost {
  readonly run: (script: string) => Promise<Readonly<Record<string, unknown>>>;
  readonly pack: string;
}

/** A host in mode `sandbox` with a pack whose program does what its argument says. */
async function openJailed(settings: Readonly<Record<string, unknown>> = {}): Promise<Jailed> {
  const home = temporaryHome();
  mkdirSync(home, { mode: 0o700, recursive: true });
  writeFileSync(join(home, 'config.json'), '{ "sandbox": { "mode": "sandbox" } }');
  const opened = openTestHost(home);
  const pack = makePack({
    ...plainPack('free'),
    surface: {
      id: 'free',
      kind: 'wrap',
      wrap: { bin: './bin/free.sh' },
      verbs: { run: { cli: ['free', '{{script}}'] } },
    },
    policy: { surface_id: 'free', verbs: { run: { access: 'read', timeout_ms: 10_000 } } },
  });
  writeFileSync(join(pack, 'bin', 'free.sh'), '#!/bin/sh\nexec /bin/sh -c "$1"\n', { mode: 0o755 });
  await opened.host.packs.install(pack, asIs);
  await opened.host.sessions.activate('default', 'free', null);
  for (const [key, value] of Object.entries(settings)) await opened.host.configuration.set(key, value);
  const run: Jailed['run'] = async (script) => JSON.parse((await opened.call('free', 'run', { script })).line) as never;
  return { ...opened, run, pack };
}

test.runIf(proof.works)(
  'A program in mode sandbox finds nothing of the home, and the audit tells what ran and how it ended',
  async () => {
    const { host, root: home, run } = await openJailed();
    const script = `cat ${home}/config.json ${home}/audit/* ${home}/packs.lock.json; ls ${home}/work; echo $HCP_SANDBOX`;
    const answer = await run(script);
    expect(answer).toMatchObject({ ok: true, result: 'free\nsandbox\n' });
    expect(String(answer['stderr'])).toContain('No such file');
    expect(await host.audit.tail(2)).toMatchObject([
      { event: 'intent', sandbox: 'sandbox', pack_id: 'free' },
      { event: 'outcome', sandbox: 'sandbox', ok: true, exit_code: 0 },
    ]);
    expect(await run('kill -9 $$')).toMatchObject({ ok: false, error: 'exit 137' });
    expect(await host.audit.tail(1)).toMatchObject([{ event: 'outcome', ok: false, exit_code: 137 }]);
    expect(await host.audit.verify()).toMatchObject({ ok: true, open_calls: [] });
  },
);

test.runIf(proof.works)('The settings of a pack hold from the next call, and are shown', async () => {
  const { host, run, root: home } = await openJailed();
  const folder = temporaryHome();
  mkdirSync(folder);
  writeFileSync(join(folder, 'file'), 'content');
  expect(await run(`cat ${folder}/file`)).toMatchObject({ ok: false });
  await host.configuration.set('packs.free.readable', [folder]);
  expect(await run(`cat ${folder}/file`)).toMatchObject({ ok: true, result: 'content' });
  await host.configuration.set('packs.free.writable', [folder]);
  expect(await run(`printf more >> ${folder}/file`)).toMatchObject({ ok: true });
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('contentmore');
  await host.configuration.set('packs.free.limits.file_bytes', 1000);
  expect(await run('head -c 5000 /dev/zero > "$HOME/fill"')).toMatchObject({ ok: false });
  await host.configuration.set('packs.free.network', 'host');
  expect((await host.packs.show('free')).settings).toEqual({
    readable: [folder],
    writable: [folder],
    limits: { file_bytes: 1000 },
    network: 'host',
  });
  await host.configuration.set('packs.free.writable', [home]);
  expect(await run('true')).toMatchObject({
    ok: false,
    error: expect.stringContaining("the runtime's home") as string,
  });
});

test.runIf(proof.works)('doctor tells of the jail and by what the limits are enforced', async () => {
  const { host } = await openJailed();
  const findings = (await host.doctor()).filter(({ subject }) => subject === 'sandbox' || subject === 'limits');
  expect(findings).toMatchObject([
    { subject: 'sandbox', level: 'ok', message: expect.stringContaining('/usr/bin/bwrap') as string },
    { subject: 'limits', message: expect.stringContaining('processes') as string },
  ]);
});

test('A limit of the pack stands before one of all packs, and each names the key it was set by', () => {
  const config = { limits: { processes: 9, file_bytes: 10 }, packs: { free: { limits: { processes: 5 } } } };
  expect(jailSettings(config, 'free')).toEqual({
    network: 'none',
    readable: [],
    writable: [],
    limits: {
      processes: { value: 5, key: 'packs.free.limits.processes' },
      memoryBytes: { value: 2 * 1024 ** 3 },
      fileBytes: { value: 10, key: 'limits.file_bytes' },
    },
  });
  expect(jailSettings(config, 'other').limits.processes).toEqual({ value: 9, key: 'limits.processes' });
});

test.runIf(root)('sandbox.user is a name or a number of another user than root', () => {
  const userOf = (user: string): unknown => sandboxUser({ sandbox: { user } });
  expect(userOf('nobody')).toEqual({ uid: 65534, gid: 65534 });
  expect(userOf('65534')).toEqual({ uid: 65534, gid: 65534 });
  expect(userOf('1234567')).toEqual({ uid: 1_234_567, gid: 1_234_567 });
  expect(() => userOf('root')).toThrow('which is root');
  expect(() => userOf('0')).toThrow('which is root');
  expect(() => userOf('nobody-of-that-name')).toThrow('/etc/passwd does not list');
  expect(sandboxUser({})).toBeUndefined();
});

test.runIf(root && proof.works)('sandbox.user is whom programs run as', async () => {
  const { run, root: home } = await openJailed({ 'sandbox.user': 'nobody' });
  const answer = await run('id -u; touch "$HOME/file" && echo made');
  expect(answer).toMatchObject({ ok: true, result: '65534\nmade\n' });
  expect(existsSync(join(home, 'work', 'free'))).toBe(true);
});
