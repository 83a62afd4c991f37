import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestHost, type OpenedHost } from './open-host.js';
import { asIs } from './packs/open-packs.js';
import { makePack } from './packs/pack-fixture.js';
import { temporaryHome } from './temporary-home.js';

const withLedger = async (): Promise<OpenedHost> => {
  const opened = openTestHost();
  await opened.host.packs.install(makePack(), asIs);
  await opened.host.close();
  return opened;
};

test('A home without anything has an empty audit that verifies', async () => {
  const { host } = openTestHost();
  expect(await host.audit.verify()).toEqual({ ok: true, records: 0, head: null, problem: null, open_calls: [] });
});

test('A removed audit does not verify beside packs that were installed, and a new one does', async () => {
  const { root } = await withLedger();
  rmSync(join(root, 'audit'), { recursive: true });
  const { host } = openTestHost(root);
  const missing = await host.audit.verify();
  expect(missing).toMatchObject({ ok: false, records: 0, head: null });
  expect(missing.problem).toContain(join(root, 'packs.lock.json'));
  expect(missing.problem).toContain(join(root, 'audit'));
  await host.configuration.grant('ledger.transfer');
  expect(await host.audit.verify()).toMatchObject({ ok: true, records: 1 });
});

test('An audit whose files were all removed does not verify either', async () => {
  const { root } = await withLedger();
  rmSync(join(root, 'audit'), { recursive: true });
  mkdirSync(join(root, 'audit'), { mode: 0o700 });
  expect(await openTestHost(root).host.audit.verify()).toMatchObject({ ok: false, records: 0 });
});

test('A symlinked home, or a symlinked audit in it, is read by no command', async () => {
  const { root } = await withLedger();
  const link = temporaryHome();
  symlinkSync(root, link);
  renameSync(join(root, 'audit'), join(root, 'elsewhere'));
  symlinkSync('elsewhere', join(root, 'audit'));
  for (const home of [link, root]) {
    const { audit } = openTestHost(home).host;
    await expect(audit.verify()).rejects.toThrow(/symlink/);
    await expect(audit.tail(1)).rejects.toThrow(/symlink/);
    await expect(audit.export()[Symbol.asyncIterator]().next()).rejects.toThrow(/symlink/);
  }
});

test('What is wrong with a log is told with a way out that is another than to verify it', async () => {
  const { root } = await withLedger();
  writeFileSync(join(root, 'audit', 'head.json'), 'no head');
  const { problem } = await openTestHost(root).host.audit.verify();
  expect(problem).toContain('move the whole folder aside');
  expect(problem).not.toContain('hcp audit verify');
  renameSync(join(root, 'audit'), join(root, 'audit-before'));
  const { host } = openTestHost(root);
  await host.configuration.grant('ledger.transfer');
  expect(await host.audit.verify()).toMatchObject({ ok: true, records: 1 });
  expect(readFileSync(join(root, 'audit-before', 'head.json'), 'utf8')).toBe('no head');
});
