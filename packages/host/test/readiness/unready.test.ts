import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestDaemonHost, type OpenedDaemonHost } from '../open-daemon-host.js';
import { asIs } from '../packs/open-packs.js';
import { makePack } from '../packs/pack-fixture.js';

const withLedger = async (): Promise<OpenedDaemonHost> => {
  const opened = await openTestDaemonHost();
  await opened.host.packs.install(makePack(), asIs);
  return opened;
};

test('A fresh home is ready, again and again, and asking leaves nothing behind', async () => {
  const { host, root } = await withLedger();
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await host.unready()).toBeUndefined();
  }
  expect(existsSync(join(root, `.hcp-ready-${process.pid}`))).toBe(false);
  expect(await host.audit.verify()).toMatchObject({ ok: true, records: 2 });
});

test('A home that is not made yet is made and ready', async () => {
  const { host } = await openTestDaemonHost();
  expect(await host.unready()).toBeUndefined();
});

test.each(['config.json', 'packs.lock.json', 'tokens.json'])(
  'While %s is corrupt the daemon is not ready and says which file it is',
  async (name) => {
    const { host, root, join: enter } = await withLedger();
    await enter({});
    const file = join(root, name);
    const good = readFileSync(file, 'utf8');
    for (const text of ['', '{', good.replace('"version": 1', '"version": 2')]) {
      writeFileSync(file, text);
      expect(await host.unready()).toContain(file);
    }
    writeFileSync(file, good);
    expect(await host.unready()).toBeUndefined();
  },
);

test('An audit that was cut is not ready', async () => {
  const { host, root } = await withLedger();
  const log = join(root, 'audit', 'audit-000001.jsonl');
  copyFileSync(log, `${log}.copy`);
  truncateSync(log, 10);
  expect(await host.unready()).toMatch(/ends before the record/);
  rmSync(log);
  expect(await host.unready()).toMatch(/ends before the record/);
  renameSync(`${log}.copy`, log);
  expect(await host.unready()).toBeUndefined();
});

test('An audit without its head, or with a broken one, is not ready', async () => {
  const { host, root } = await withLedger();
  const head = join(root, 'audit', 'head.json');
  const good = readFileSync(head);
  rmSync(head);
  expect(await host.unready()).toMatch(/head\.json is missing/);
  writeFileSync(head, '{');
  expect(await host.unready()).toContain('head.json');
  writeFileSync(head, good);
  expect(await host.unready()).toBeUndefined();
});

test('A file where the audit folder or the home belongs is not ready', async () => {
  const { host, root } = await withLedger();
  for (const folder of [join(root, 'audit'), root]) {
    renameSync(folder, `${folder}.away`);
    writeFileSync(folder, '');
    expect(await host.unready()).toContain(folder);
    rmSync(folder);
    renameSync(`${folder}.away`, folder);
    expect(await host.unready()).toBeUndefined();
  }
});

test('A record that could not be written fails readiness until it is known that records can be written again', async () => {
  const opened = await withLedger();
  const { host, root, call } = opened;
  const ada = await opened.join({});
  expect((await call(ada, 'ledger list')).envelope.ok).toBe(true);
  const head = join(root, 'audit', 'head.json');
  const good = readFileSync(head);
  rmSync(head);
  mkdirSync(head);
  expect((await call(ada, 'ledger list')).envelope).toMatchObject({ error: 'audit unavailable' });
  expect(await host.unready()).toContain('head.json');
  rmSync(head, { recursive: true });
  writeFileSync(head, good);
  expect(await host.unready()).toBeUndefined();
  expect(await host.audit.tail(1)).toMatchObject([{ event: 'recovery', details: { missing_records: true } }]);
  expect(await host.unready()).toBeUndefined();
  expect(await host.audit.verify()).toMatchObject({ ok: true });
  expect((await host.audit.tail(10)).filter(({ event }) => event === 'recovery')).toHaveLength(1);
});
