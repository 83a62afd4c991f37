import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestHost, type OpenedHost } from '../open-host.js';
import { asIs } from '../packs/open-packs.js';
import { ledgerSurface, makePack, plainPack } from '../packs/pack-fixture.js';

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

test('A pack whose credential belongs in another store is refused and nothing is stored', async () => {
  const { host, root } = openTestHost();
  const keyring = { mode: 'user', hub: 'keyring', family: 'ledger' };
  await host.packs.install(makePack({ surface: { ...ledgerSurface, binding: keyring } }), asIs);
  await expect(host.credentials.connect('ledger', '{ "env": { "A": "b" } }')).rejects.toThrow(/hub keyring/);
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
