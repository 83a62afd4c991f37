import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestHost, type OpenedHost } from '../open-host.js';
import { asIs } from '../packs/open-packs.js';
import { ledgerPolicy, ledgerSurface, makePack, plainPack } from '../packs/pack-fixture.js';

const binding = { mode: 'local', hub: 'local-credential', family: 'ledger/../x' };
const secret = 't-0123456789';

const withLedger = async (): Promise<OpenedHost> => {
  const opened = openTestHost();
  const bin = '#!/bin/sh\nprintf \'{"length":%s}\' "${#LEDGER_TOKEN}"\n';
  await opened.host.packs.install(makePack({ surface: { ...ledgerSurface, binding }, bin }), asIs);
  await opened.host.sessions.activate('default', 'ledger', null);
  return opened;
};

test('A connected credential reaches the call, 0600 in the home, recorded without its secret', async () => {
  const { host, root, call } = await withLedger();
  expect((await call('ledger', 'list')).envelope).toMatchObject({
    error: expect.stringMatching(/^binding: /) as string,
  });
  const summary = await host.credentials.connect('ledger', JSON.stringify({ env: { LEDGER_TOKEN: secret } }));
  expect(summary).toEqual({
    hub: 'local-credential',
    family: 'ledger/../x',
    packs: ['ledger'],
    variables: ['LEDGER_TOKEN'],
    headers: [],
    expires_at: null,
  });
  expect((await call('ledger', 'list')).envelope).toHaveProperty('result.json', `{"length":${secret.length}}`);
  expect(statSync(join(root, 'credentials')).mode & 0o777).toBe(0o700);
  const records = JSON.stringify(await host.audit.tail(100));
  expect(records).toContain('"connect"');
  expect(records).not.toContain(secret);
});

test('A pack that is not installed, changed, or keeps no credential here is refused', async () => {
  const { host, root } = await withLedger();
  await host.packs.install(makePack(plainPack('plain')), asIs);
  for (const id of ['unknown', '__proto__', 'plain']) {
    await expect(host.credentials.connect(id, '{ "env": { "A": "b" } }')).rejects.toThrow(id);
  }
  expect(existsSync(join(root, 'credentials'))).toBe(false);
});

test('A text that is no credential stores nothing, records nothing and is not repeated', async () => {
  const { host, root } = await withLedger();
  const before = await host.audit.tail(100);
  const refusal = await host.credentials.connect('ledger', `{ "env": { "LD_PRELOAD": "${secret}" } }`).then(
    () => '',
    (error: unknown) => String(error),
  );
  expect(refusal).toContain('LD_PRELOAD');
  expect(refusal).not.toContain(secret);
  expect(existsSync(join(root, 'credentials'))).toBe(false);
  expect(await host.audit.tail(100)).toEqual(before);
});

test('An uninstalled pack leaves its credential behind', async () => {
  const { host, root } = await withLedger();
  await host.credentials.connect('ledger', JSON.stringify({ env: { LEDGER_TOKEN: secret } }));
  await host.packs.uninstall('ledger');
  expect(readFileSync(join(root, 'credentials', 'ledger%2F..%2Fx.json'), 'utf8')).toContain(secret);
});

test('What is connected is listed without a secret, and a pack taken off it leaves it to the others', async () => {
  const { host, root } = await withLedger();
  const other = { ...ledgerSurface, id: 'other', binding };
  await host.packs.install(
    makePack({ surface: other, policy: { ...ledgerPolicy, surface_id: 'other', verbs: {} } }),
    asIs,
  );
  const text = JSON.stringify({ env: { LEDGER_TOKEN: secret }, expires_at: '2999-01-01T00:00:00Z' });
  await host.credentials.connect('ledger', text);
  await host.credentials.connect('other', text);
  const listed = await host.credentials.list();
  expect(JSON.stringify(listed)).not.toContain(secret);
  const connection = {
    hub: 'local-credential',
    family: 'ledger/../x',
    tenant: null,
    principal_id: null,
    packs: ['ledger', 'other'],
    variables: ['LEDGER_TOKEN'],
    headers: [],
    expires_at: '2999-01-01T00:00:00Z',
    problem: null,
  };
  expect(listed).toEqual({ connections: [connection], subject_tokens: [] });
  // Also of a pack that is no longer there.
  await host.packs.uninstall('other');
  const removed = [{ hub: 'local-credential', family: 'ledger/../x' }];
  expect(await host.credentials.remove('other')).toEqual(removed);
  expect((await host.credentials.list()).connections).toEqual([{ ...connection, packs: ['ledger'] }]);
  expect(await host.credentials.remove('ledger')).toEqual(removed);
  expect(readdirSync(join(root, 'credentials'))).toEqual([]);
  await expect(host.credentials.remove('ledger')).rejects.toThrow('nothing is connected to pack "ledger"');
  expect(JSON.stringify(await host.audit.tail(100))).not.toContain(secret);
});

test('A file that does not hold, and a credential that has expired, are listed with what is wrong', async () => {
  const { host, root } = await withLedger();
  await host.credentials.connect('ledger', JSON.stringify({ env: { LEDGER_TOKEN: secret } }));
  const record = {
    version: 1,
    packs: ['ledger'],
    credential: { env: { A: secret }, expires_at: '2001-01-01T00:00:00Z' },
  };
  writeFileSync(join(root, 'credentials', 'old.json'), JSON.stringify(record), { mode: 0o600 });
  writeFileSync(join(root, 'credentials', 'broken.json'), '{', { mode: 0o600 });
  const { connections } = await host.credentials.list();
  expect(connections.map(({ family, problem }) => [family, problem])).toEqual([
    ['broken.json', expect.stringMatching(/not JSON/)],
    ['ledger/../x', null],
    ['old', 'expired at 2001-01-01T00:00:00Z'],
  ]);
});
