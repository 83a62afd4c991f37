import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { execute, type CallReport } from '@hcp/pipeline';
import { createHost } from '../../src/create-host.js';
import type { Finding, Host } from '../../src/host.js';
import { hasKeyring, startFixture, type Fixture } from '../../../../test/support/start-fixture.js';
import { asIs } from '../packs/open-packs.js';
import { ledgerSurface, makePack } from '../packs/pack-fixture.js';
import { temporaryHome } from '../temporary-home.js';

const secret = 'keyring-secret-0123456789';
const credential = JSON.stringify({ env: { LEDGER_TOKEN: secret } });
const surface = { ...ledgerSurface, binding: { mode: 'user', hub: 'keyring', family: 'ledger' } };
const bin = '#!/bin/sh\nprintf \'{"length":%s}\' "${#LEDGER_TOKEN}"\n';

interface Opened {
  readonly host: Host;
  readonly root: string;
  readonly call: () => Promise<CallReport>;
}

const open = async (keyringEnvironment: Readonly<Record<string, string>>): Promise<Opened> => {
  const root = temporaryHome();
  const options = { home: root, searchPath: '/usr/bin:/bin', userName: 'ada', onNotice: () => undefined };
  const host = createHost({ ...options, keyringEnvironment });
  onTestFinished(() => host.close());
  await host.packs.install(makePack({ surface, bin }), asIs);
  await host.sessions.activate('default', 'ledger', null);
  const caller = { face: 'cli', sessionId: 'default', credential: undefined } as const;
  const call = async (): Promise<CallReport> =>
    execute({ packId: 'ledger', verbKey: 'list', args: {} }, caller, await host.ports());
  return { host, root, call };
};

const of = (findings: readonly Finding[], subject: string): readonly Finding[] =>
  findings.filter((finding) => finding.subject === subject);

type Session = Fixture<Readonly<Record<string, string>>>;

describe.runIf(hasKeyring)('with a real keyring', () => {
  test('A credential is connected, used, listed and removed, and no file of the home ever holds it', async () => {
    const session: Session = await startFixture('keyring-session.mjs');
    const { host, root, call } = await open(session.ready);
    expect((await call()).envelope).toMatchObject({
      error:
        'binding: family "ledger" has no credential in the keyring (account local/ada/ledger); run hcp connect ledger',
    });
    expect(of(await host.doctor(), 'credential ledger')).toMatchObject([
      { level: 'problem', fix: 'run hcp connect ledger' },
    ]);
    expect(await host.credentials.hubOf('ledger')).toBe('keyring');
    const summary = {
      ...{ hub: 'keyring', family: 'ledger', packs: ['ledger'] },
      ...{ variables: ['LEDGER_TOKEN'], headers: [], expires_at: null },
    };
    expect(await host.credentials.connect('ledger', credential)).toEqual(summary);
    expect((await call()).envelope).toHaveProperty('result.json', `{"length":${secret.length}}`);
    expect(of(await host.doctor(), 'keyring')).toMatchObject([{ message: 'the keyring of this system answers' }]);
    expect(of(await host.doctor(), 'credential ledger')).toMatchObject([{ level: 'ok' }]);
    const connection = { ...summary, tenant: 'local', principal_id: 'ada', problem: null };
    // Listed also where the keyring is locked, which then refuses to be changed.
    await session.tell('lock');
    expect((await host.credentials.list()).connections).toEqual([connection]);
    await expect(host.credentials.remove('ledger')).rejects.toThrow(/is locked/);
    expect((await host.credentials.list()).connections).toEqual([connection]);
    expect((await call()).envelope).toMatchObject({
      error: 'binding: the keyring is locked; unlock it and call again',
    });
    expect(of(await host.doctor(), 'credential ledger')).toMatchObject([{ level: 'problem' }]);
    expect(existsSync(join(root, 'credentials'))).toBe(false);
    expect(readFileSync(join(root, 'connections.json'), 'utf8')).not.toContain(secret);
    expect(JSON.stringify(await host.audit.tail(100))).not.toContain(secret);
  });

  test('An entry is a principal’s own: one connected for another does not serve this one', async () => {
    const session: Session = await startFixture('keyring-session.mjs');
    const { host, call } = await open(session.ready);
    await host.credentials.connect('ledger', credential, { tenant: 'acme', principalId: 'bob' });
    expect((await call()).envelope).toMatchObject({ error: expect.stringMatching(/local\/ada\/ledger/) as string });
    await host.credentials.connect('ledger', credential);
    expect((await host.credentials.list()).connections).toHaveLength(2);
    expect(await host.credentials.remove('ledger')).toHaveLength(2);
    expect((await host.credentials.list()).connections).toEqual([]);
    expect((await call()).envelope).toMatchObject({ ok: false });
  });
});

test('Without a keyring a call and a connection are refused, doctor has said so, and nothing is written elsewhere', async () => {
  const { host, root, call } = await open({});
  expect(of(await host.doctor(), 'keyring')).toMatchObject([
    { level: 'ok', message: expect.stringMatching(/is not there.*a pack with hub keyring is refused/) as string },
  ]);
  expect((await call()).envelope).toMatchObject({
    error: expect.stringMatching(/^binding: the keyring is not there/) as string,
  });
  await expect(host.credentials.connect('ledger', credential)).rejects.toThrow(/is not there.*Nothing is changed/);
  expect(existsSync(join(root, 'credentials'))).toBe(false);
  expect((await host.credentials.list()).connections).toEqual([]);
});
