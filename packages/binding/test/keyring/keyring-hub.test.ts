import fc from 'fast-check';
import type { HarnessBinding } from '@hcp/manifest';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBinding } from '../../src/create-binding.js';
import { connectKeyringCredential, disconnectKeyringCredential } from '../../src/keyring/connect-keyring-credential.js';
import { keyringAccount, type Keyring } from '../../src/keyring/keyring.js';
import { createKeyringHub } from '../../src/keyring/keyring-hub.js';
import { openSystemKeyring } from '../../src/keyring/open-system-keyring.js';
import { sampleMintRequest } from '../sample-mint-request.js';
import { hasKeyring, startFixture } from '../../../../test/support/start-fixture.js';
import { programRuns } from './run-program.js';

const now = (): number => Date.UTC(2030, 0, 1);
const owner = { tenant: 'acme', principalId: 'ada', family: 'ledger' };
const secret = 'keyring-token-123456';
const text = JSON.stringify({ env: { LEDGER_TOKEN: secret }, expires_at: '2030-01-02T00:00:00Z' });

const mint = async (keyring: Keyring, more: { mode?: 'user' | 'local'; packId?: string } = {}): Promise<unknown> => {
  const { mode = 'user', packId = 'ledger' } = more;
  const binding: HarnessBinding = { mode, hub: 'keyring', family: 'ledger' };
  return createBinding({ hubs: [createKeyringHub({ keyring })], now }).mint(
    sampleMintRequest({ mode, binding, packId }),
  );
};

async function realKeyring(): Promise<{ keyring: Keyring; lock: () => Promise<string> }> {
  const session = await startFixture<Readonly<Record<string, string>>>('keyring-session.mjs');
  const keyring = openSystemKeyring({ run: programRuns().run, environment: session.ready });
  return { keyring, lock: () => session.tell('lock') };
}

beforeEach(() => {
  for (const name of ['GH_TOKEN', 'AWS_SECRET_ACCESS_KEY', 'LEDGER_TOKEN', 'SSH_AUTH_SOCK']) {
    vi.stubEnv(name, 'ambient-token-123456');
  }
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe.runIf(hasKeyring)('the hub keyring over a real keyring', () => {
  test('mints what was connected, for the packs it was connected to, under both of its modes', async () => {
    const { keyring } = await realKeyring();
    const summary = await connectKeyringCredential({ keyring, ...owner, packId: 'ledger', text, now });
    expect(summary).toEqual({
      family: 'ledger',
      packs: ['ledger'],
      variables: ['LEDGER_TOKEN'],
      headers: [],
      expires_at: '2030-01-02T00:00:00Z',
    });
    for (const mode of ['user', 'local'] as const) {
      expect(await mint(keyring, { mode })).toMatchObject({ ok: true, env: { LEDGER_TOKEN: secret }, headers: {} });
    }
    expect(await mint(keyring, { packId: 'other' })).toEqual({
      ok: false,
      reason: 'family "ledger" is not connected to this pack',
    });
    const both = await connectKeyringCredential({ keyring, ...owner, packId: 'other', text, now });
    expect(both.packs).toEqual(['ledger', 'other']);
    expect(await mint(keyring, { packId: 'other' })).toMatchObject({ ok: true });
  });

  test('an entry serves who it was stored for and nobody else, and goes with its last pack', async () => {
    const { keyring } = await realKeyring();
    await connectKeyringCredential({ keyring, ...owner, tenant: 'other', packId: 'ledger', text, now });
    expect(await mint(keyring)).toEqual({
      ok: false,
      reason: 'family "ledger" has no credential in the keyring (account acme/ada/ledger); run hcp connect ledger',
    });
    for (const packId of ['ledger', 'second']) {
      await connectKeyringCredential({ keyring, ...owner, packId, text, now });
    }
    expect(await disconnectKeyringCredential({ keyring, ...owner, packId: 'nobody' })).toEqual(['ledger', 'second']);
    expect(await disconnectKeyringCredential({ keyring, ...owner, packId: 'ledger' })).toEqual(['second']);
    expect(await mint(keyring)).toMatchObject({ ok: false });
    expect(await mint(keyring, { packId: 'second' })).toMatchObject({ ok: true, env: { LEDGER_TOKEN: secret } });
    expect(await disconnectKeyringCredential({ keyring, ...owner, packId: 'second' })).toEqual([]);
    expect(await keyring.read('acme/ada/ledger')).toEqual({ ok: true, value: undefined });
    expect(await disconnectKeyringCredential({ keyring, ...owner, packId: 'second' })).toEqual([]);
  });

  test('a locked keyring refuses a call, a connection and its end, and changes nothing', async () => {
    const { keyring, lock } = await realKeyring();
    await connectKeyringCredential({ keyring, ...owner, packId: 'ledger', text, now });
    await lock();
    expect(await mint(keyring)).toEqual({ ok: false, reason: 'the keyring is locked; unlock it and call again' });
    const request = { keyring, ...owner, packId: 'second' };
    await expect(connectKeyringCredential({ ...request, text, now })).rejects.toThrow(/is locked.*Nothing is changed/);
    await expect(disconnectKeyringCredential(request)).rejects.toThrow(/is locked/);
  });
});

/** What no real keyring answers at will. */
const answering = (value: string | undefined): Keyring => ({
  read: () => Promise.resolve({ ok: true, value }),
  write: () => Promise.reject(new Error('nothing is to be written')),
  remove: () => Promise.reject(new Error('nothing is to be removed')),
});

describe('the hub keyring', () => {
  test.each(['', 'null', '{', 'not JSON', '{"version":2}', '{"version":1,"packs":["ledger"],"credential":{}}'])(
    'an entry %j is no credential',
    async (entry) => {
      expect(await mint(answering(entry))).toMatchObject({
        ok: false,
        reason: expect.stringMatching(/^keyring acme\/ada\/ledger: /) as unknown,
      });
    },
  );

  test('an expired entry is refused', async () => {
    const credential = { env: { A: secret }, expires_at: '2030-01-01T00:00:00Z' };
    const entry = JSON.stringify({ version: 1, packs: ['ledger'], credential });
    expect(await mint(answering(entry))).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/expired/) as unknown,
    });
  });

  test('an entry that does not hold is not replaced, and a text that is no credential stores nothing', async () => {
    const request = { ...owner, packId: 'ledger', text, now };
    await expect(connectKeyringCredential({ ...request, keyring: answering('{') })).rejects.toThrow(/left as it is/);
    const broken = { ...request, text: `{"env":{"LD_PRELOAD":"${secret}"}}`, keyring: answering(undefined) };
    await expect(connectKeyringCredential(broken)).rejects.toThrow(/LD_PRELOAD/);
    await expect(connectKeyringCredential(broken)).rejects.not.toThrow(secret);
  });
});

describe('keyringAccount', () => {
  test('encodes each part, so that none reaches into another', () => {
    expect(keyringAccount({ tenant: 'a/b', principalId: 'ada@x', family: '../é' })).toBe('a%2Fb/ada%40x/..%2F%C3%A9');
    expect(keyringAccount({ ...owner, family: '\ud800' })).toBeUndefined();
  });

  test('no two owners share an account', () => {
    const part = fc.string({ unit: fc.constantFrom('a', '/', '%', '2', 'F', ' ', 'é') });
    fc.assert(
      fc.property(fc.tuple(part, part, part), fc.tuple(part, part, part), (one, other) => {
        const account = ([tenant, principalId, family]: [string, string, string]): unknown =>
          keyringAccount({ tenant, principalId, family });
        expect(account(one) === account(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });
});
