import type { BindingHub, HarnessBinding } from '@hcp/manifest';
import { HcpError } from '@hcp/pipeline';
import { describe, expect, test, vi } from 'vitest';
import { createBinding } from '../src/create-binding.js';
import type { Hub, HubAnswer, HubRequest } from '../src/hub.js';
import { sampleMintRequest } from './sample-mint-request.js';

const now = (): number => Date.UTC(2030, 0, 1);
const local: HarnessBinding = { mode: 'local', hub: 'local-credential', family: 'ledger' };

const textMatching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

const record = (credential: unknown, packs: readonly string[] = ['ledger']): string =>
  JSON.stringify({ version: 1, packs, credential });

const found = (text: string | Uint8Array): HubAnswer => ({ ok: true, source: 'vault/ledger', text });

function hubOf(
  name: string,
  answer: (request: HubRequest) => HubAnswer | Promise<HubAnswer>,
): Hub & { asked: HubRequest[] } {
  const asked: HubRequest[] = [];
  return {
    name,
    asked,
    read: async (request) => {
      asked.push(request);
      return await answer(request);
    },
  };
}

const mintLocal = async (text: string | Uint8Array): Promise<unknown> => {
  const hub = hubOf('local-credential', () => found(text));
  return await createBinding({ hubs: [hub], now }).mint(sampleMintRequest({ mode: 'local', binding: local }));
};

describe('createBinding', () => {
  test.each<{ title: string; request: Parameters<typeof sampleMintRequest>[0] }>([
    { title: 'no binding', request: { mode: 'public' } },
    { title: 'an empty binding', request: { mode: 'public', binding: {} } },
    { title: 'mode public', request: { mode: 'public', binding: { mode: 'public' } } },
    { title: 'hub none', request: { mode: 'public', binding: { hub: 'none' } } },
    { title: 'hub public', request: { mode: 'public', binding: { mode: 'public', hub: 'public' } } },
    { title: 'an entry with binding none', request: { mode: 'public', binding: local, entry: 'none' } },
    { title: 'mode mock', request: { mode: 'mock', binding: { mode: 'mock', hub: 'keyring', family: 'x' } } },
    { title: 'args.mode mock over a credential', request: { mode: 'mock', binding: local } },
  ])('mints nothing and asks no hub for $title', async ({ request }) => {
    const hub = hubOf('local-credential', () => found(record({ env: { LEDGER_TOKEN: 'token-123456' } })));
    const minted = await createBinding({ hubs: [hub], now }).mint(sampleMintRequest(request));
    expect(minted).toMatchObject({ ok: true, env: {}, headers: {} });
    expect(hub.asked).toEqual([]);
    expect(minted.ok && minted.redact('token-123456')).toBe('token-123456');
  });

  test('hands out variables and headers, and a redactor for what is not plain', async () => {
    const credential = {
      env: { LEDGER_TOKEN: 'token-123456', LEDGER_REGION: 'eu-central-1' },
      headers: { Authorization: 'Bearer abcdef-123456' },
      plain: ['LEDGER_REGION'],
      expires_at: '2030-01-01T00:00:00.001Z',
    };
    const minted = await createBinding({
      hubs: [hubOf('local-credential', () => found(record(credential)))],
      now,
    }).mint(sampleMintRequest({ mode: 'local', binding: local }));
    if (!minted.ok) throw new Error(minted.reason);
    expect(minted.env).toEqual(credential.env);
    expect(minted.headers).toEqual(credential.headers);
    expect(minted.redact('token-123456 eu-central-1 abcdef-123456')).toBe('[redacted] eu-central-1 [redacted]');
  });

  test('tells the hub whose credential is wanted and whether the verb is a health verb', async () => {
    const hub = hubOf('keyring', () => found(record({ env: { A: 'token-123456' } })));
    const { signal } = new AbortController();
    await createBinding({ hubs: [hub], now }).mint(
      sampleMintRequest({ mode: 'user', binding: { mode: 'user', family: 'ledger' }, health: true, signal }),
    );
    expect(hub.asked).toEqual([
      {
        packId: 'ledger',
        family: 'ledger',
        tenant: 'acme',
        principalId: 'ada',
        projectId: null,
        health: true,
        signal,
      },
    ]);
  });

  test.each<{ mode: 'user' | 'local' | 'mothership'; binding: HarnessBinding; hub: string }>([
    { mode: 'user', binding: { mode: 'user', family: 'ledger' }, hub: 'keyring' },
    { mode: 'local', binding: { mode: 'local', hub: 'keyring', family: 'ledger' }, hub: 'keyring' },
    { mode: 'mothership', binding: { mode: 'mothership' }, hub: 'mothership' },
    {
      mode: 'mothership',
      binding: { mode: 'mothership', hub: 'local-credential', family: 'ledger' },
      hub: 'mothership',
    },
    { mode: 'mothership', binding: { mode: 'mothership', hub: 'none' }, hub: 'mothership' },
  ])('refuses $binding without its hub, whatever other hub and environment there is', async (sample) => {
    vi.stubEnv('GH_TOKEN', 'ambient-token-1');
    vi.stubEnv('LEDGER_TOKEN', 'ambient-token-2');
    const other = hubOf('local-credential', () => found(record({ env: { LEDGER_TOKEN: 'token-123456' } })));
    expect(await createBinding({ hubs: [other], now }).mint(sampleMintRequest(sample))).toEqual({
      ok: false,
      reason: `hub "${sample.hub}" is not part of this runtime, and no other one is tried`,
    });
    expect(other.asked).toEqual([]);
    vi.unstubAllEnvs();
  });

  test.each<{ title: string; binding: HarnessBinding; reason: RegExp }>([
    {
      title: 'a pair outside the table',
      binding: { mode: 'user', hub: 'none' },
      reason: /does not go with hub "none"/,
    },
    { title: 'a hub without mode', binding: { hub: 'local-credential', family: 'x' }, reason: /requires mode/ },
    { title: 'a credential hub without family', binding: { mode: 'local' }, reason: /requires family/ },
    {
      title: 'a hub named like a member every object has',
      binding: { mode: 'local', hub: 'constructor' as BindingHub, family: 'x' },
      reason: /does not go with hub "constructor"/,
    },
  ])('refuses $title, under every mode in force that mints', async ({ binding, reason }) => {
    const hub = hubOf('local-credential', () => found(record({ env: { A: 'token-123456' } })));
    for (const mode of ['user', 'local', 'mothership', 'public'] as const) {
      const minted = await createBinding({ hubs: [hub], now }).mint(sampleMintRequest({ mode, binding }));
      expect(minted).toMatchObject({ ok: false, reason: textMatching(reason) });
    }
    expect(hub.asked).toEqual([]);
  });

  test('refuses a mode in force that is not the manifest’s: neither more nor less is minted than declared', async () => {
    const binding = createBinding({ hubs: [hubOf('local-credential', () => found(record({})))], now });
    expect(await binding.mint(sampleMintRequest({ mode: 'public', binding: local }))).toEqual({
      ok: false,
      reason: 'mode in force "public" is not the manifest\'s "local"',
    });
    expect(await binding.mint(sampleMintRequest({ mode: 'local' }))).toMatchObject({ ok: false });
    const inherited = sampleMintRequest({ mode: 'public', binding: local, verbKey: 'constructor' });
    expect(await binding.mint(inherited)).toMatchObject({ ok: false });
  });

  test('refuses a pack the family was not connected for before it looks at the credential', async () => {
    for (const packs of [[], ['other'], ['Ledger'], ['ledger ']]) {
      expect(await mintLocal(record({ env: { A: 1 } }, packs))).toEqual({
        ok: false,
        reason: 'family "ledger" is not connected to this pack',
      });
    }
  });

  test.each([
    ['2029-12-31T23:59:59.999Z', false],
    ['2030-01-01T00:00:00Z', false],
    ['2030-01-01T01:00:00+01:00', false],
    ['2030-01-01T00:00:00.0009Z', false],
    ['2030-01-01T00:00:00.001Z', true],
    ['2029-12-31T23:00:00-01:01', true],
  ])('a credential that expires at %s is minted at 2030-01-01T00:00:00Z: %s', async (expires, ok) => {
    const minted = await mintLocal(record({ env: { A: 'token-123456' }, expires_at: expires }));
    expect(minted).toMatchObject(
      ok ? { ok } : { ok, reason: `vault/ledger: expired at ${expires}; run hcp connect ledger with a new credential` },
    );
  });

  test('a clock that cannot be read counts as expired', async () => {
    const hub = hubOf('local-credential', () => found(record({ env: { A: 'b' }, expires_at: '2999-01-01T00:00:00Z' })));
    const binding = createBinding({ hubs: [hub], now: () => Number.NaN });
    const minted = await binding.mint(sampleMintRequest({ mode: 'local', binding: local }));
    expect(minted).toMatchObject({ ok: false, reason: textMatching(/expired/) });
  });

  test('names the source in front of what is wrong with a record or a credential', async () => {
    expect(await mintLocal('{')).toMatchObject({
      ok: false,
      reason: textMatching(/^vault\/ledger: not JSON/),
    });
    expect(await mintLocal(record({}))).toMatchObject({
      ok: false,
      reason: textMatching(/^vault\/ledger: \/credential is empty/),
    });
  });

  test.each<{ title: string; fault: () => HubAnswer | Promise<HubAnswer>; reason: string }>([
    {
      title: 'a message that quotes the secret',
      fault: () => {
        throw new Error('bad token token-123456');
      },
      reason: 'the credential could not be read: the hub failed',
    },
    {
      title: 'a system error',
      fault: () => Promise.reject(Object.assign(new Error('secret'), { code: 'ECONNREFUSED' })),
      reason: 'the credential could not be read: ECONNREFUSED',
    },
    {
      title: 'an error made for the operator',
      fault: () => Promise.reject(new HcpError('keyring', 'the keyring is locked')),
      reason: 'the credential could not be read: the keyring is locked',
    },
    {
      title: 'something that is no error',
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a vendor's hub may do this
      fault: () => Promise.reject('token-123456'),
      reason: 'the credential could not be read: the hub failed',
    },
    {
      title: 'an answer that is none',
      fault: () => undefined as unknown as HubAnswer,
      reason: 'the credential could not be read: the hub failed',
    },
    { title: 'its own refusal', fault: () => ({ ok: false, reason: 'vault is sealed' }), reason: 'vault is sealed' },
  ])('a hub that fails with $title refuses the call and leaks nothing', async ({ fault, reason }) => {
    const binding = createBinding({ hubs: [hubOf('local-credential', fault)], now });
    expect(await binding.mint(sampleMintRequest({ mode: 'local', binding: local }))).toEqual({ ok: false, reason });
  });

  test('a cancelled call asks no hub', async () => {
    const hub = hubOf('local-credential', () => found(record({ env: { A: 'token-123456' } })));
    const request = sampleMintRequest({ mode: 'local', binding: local, signal: AbortSignal.abort(new Error('gone')) });
    expect(await createBinding({ hubs: [hub], now }).mint(request)).toEqual({
      ok: false,
      reason: 'the call was cancelled',
    });
    expect(hub.asked).toEqual([]);
  });

  test('two hubs of one name are the caller’s mistake', () => {
    const hub = hubOf('keyring', () => ({ ok: false, reason: 'x' }));
    expect(() => createBinding({ hubs: [hub, hub], now })).toThrow(TypeError);
  });
});
