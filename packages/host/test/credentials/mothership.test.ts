import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Finding } from '../../src/host.js';
import { openTestDaemonHost } from '../open-daemon-host.js';
import { openTestHost, type OpenedHost } from '../open-host.js';
import { asIs } from '../packs/open-packs.js';
import { ledgerSurface, makePack } from '../packs/pack-fixture.js';
import { startFixture } from '../../../../test/support/start-fixture.js';
import { temporaryFolder } from '../temporary-home.js';

const clientSecret = 'client-secret-of-the-test';
const surface = { ...ledgerSurface, binding: { mode: 'mothership', family: 'ledger' } };
const policy = {
  surface_id: 'ledger',
  verbs: { list: { access: 'read' }, 'list status': { access: 'read' }, transfer: { access: 'write' } },
};
const verbs = { ...ledgerSurface.verbs, 'list status': { cli: ['ledger', 'status'] } };
const bin = '#!/bin/sh\nprintf \'{"token":"%s","length":%s}\' "$LEDGER_TOKEN" "${#LEDGER_TOKEN}"\n';

const redacted = '{"token":"[redacted]","length":43}';

interface Server {
  readonly url: string;
  readonly mothership: Readonly<Record<string, unknown>>;
  readonly issue: (resource?: string) => Promise<string>;
  readonly claim: (claims: unknown) => Promise<void>;
  readonly behave: (kind: string) => Promise<void>;
  readonly exchanges: () => Promise<{ readonly count: number; readonly last: Readonly<Record<string, string>> }>;
}

const startServer = async (): Promise<Server> => {
  const { ready } = await startFixture<{ readonly url: string }>('token-server.mjs');
  const { url } = ready;
  const secretFile = join(temporaryFolder(), 'secret');
  writeFileSync(secretFile, clientSecret, { mode: 0o600 });
  return {
    url,
    mothership: {
      ...{ endpoint: `${url}/token`, client_id: 'hcp', client_secret_file: secretFile },
      ...{ allow_http_loopback: true, timeout_ms: 5000 },
    },
    issue: async (resource) => {
      const response = await fetch(`${url}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`hcp:${clientSecret}`)}` },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          ...(resource === undefined ? {} : { resource }),
        }),
      });
      return ((await response.json()) as { readonly access_token: string }).access_token;
    },
    claim: async (claims) => {
      await fetch(`${url}/claims`, { method: 'PUT', body: JSON.stringify(claims) });
    },
    behave: async (kind) => {
      await fetch(`${url}/behaviour?kind=${kind}`, { method: 'PUT' });
    },
    exchanges: async () => (await (await fetch(`${url}/exchanges`)).json()) as never,
  };
};

const withLedger = async (): Promise<OpenedHost> => {
  const opened = openTestHost();
  await opened.host.packs.install(makePack({ surface: { ...surface, verbs }, policy, bin }), asIs);
  await opened.host.sessions.activate('default', 'ledger', null);
  return opened;
};

const of = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ subject }) => subject === 'mothership');

const error = (text: RegExp): object => ({ ok: false, error: expect.stringMatching(text) as string });

test('On the command line the stored token is exchanged, once, and doctor leads there', async () => {
  const server = await startServer();
  const { host, root, call } = await withLedger();
  expect((await call('ledger', 'list')).envelope).toMatchObject(error(/^binding: no mothership is configured/));
  expect(of(await host.doctor())).toMatchObject([
    { level: 'problem', fix: expect.stringContaining('config set') as string },
  ]);
  await expect(host.credentials.connect('ledger', undefined)).rejects.toThrow(/config set mothership/);

  await host.configuration.set('mothership', server.mothership);
  expect((await call('ledger', 'list')).envelope).toMatchObject({
    error: 'binding: family "ledger" is not connected to this pack',
  });
  expect(of(await host.doctor())).toMatchObject([{ level: 'problem', fix: 'hcp connect ledger' }]);
  expect(await host.credentials.connect('ledger', undefined)).toEqual({
    ...{ hub: 'mothership', family: 'ledger', packs: ['ledger'] },
    ...{ variables: ['LEDGER_TOKEN'], headers: ['Authorization'], expires_at: null },
  });
  expect((await call('ledger', 'list')).envelope).toMatchObject(
    error(/^binding: this principal has no subject token; run hcp connect --subject-token$/),
  );
  expect(of(await host.doctor())).toMatchObject([{ level: 'warning', fix: 'run hcp connect --subject-token' }]);

  const subject = await server.issue();
  const owner = { tenant: 'local', principal_id: 'ada', expires_at: null };
  expect(await host.credentials.storeSubjectToken(`${subject}\n`)).toEqual(owner);
  expect(of(await host.doctor())).toMatchObject([{ level: 'ok' }]);
  expect((await call('ledger', 'list status')).envelope).toMatchObject(error(/a health verb exchanges none/));
  expect((await server.exchanges()).count).toBe(0);
  for (let round = 0; round < 3; round += 1) {
    expect((await call('ledger', 'list')).envelope).toHaveProperty('result.json', redacted);
  }
  expect((await call('ledger', 'list status')).envelope).toMatchObject({ ok: true });
  expect(await server.exchanges()).toMatchObject({ count: 1, last: { subject_token: subject } });
  const records = JSON.stringify(await host.audit.tail(100));
  for (const hidden of [subject, clientSecret]) expect(records).not.toContain(hidden);
  expect((await host.credentials.list()).subject_tokens).toEqual([owner]);

  expect(await host.credentials.removeSubjectToken()).toBe(true);
  expect(await host.credentials.removeSubjectToken()).toBe(false);
  expect((await call('ledger', 'list')).envelope).toMatchObject(error(/has no subject token/));
  await host.credentials.storeSubjectToken(subject);
  expect((await call('ledger', 'list')).envelope).toMatchObject({ ok: true });
  expect(await host.credentials.remove('ledger')).toEqual([{ hub: 'mothership', family: 'ledger' }]);
  const kept = readdirSync(join(root, 'mothership', 'tokens'), { recursive: true, encoding: 'utf8' });
  expect(kept.filter((name) => name.endsWith('.json'))).toEqual([]);
  expect((await call('ledger', 'list')).envelope).toMatchObject(error(/not connected to this pack$/));
});

test('Over HTTP the JWT of the caller is exchanged, and a static token is not, whatever is stored', async () => {
  const server = await startServer();
  const audience = 'https://hcp.example/api';
  const { host, join: enter, call } = await openTestDaemonHost();
  await host.packs.install(makePack({ surface: { ...surface, verbs }, policy, bin }), asIs);
  await host.configuration.set('mothership', server.mothership);
  await host.configuration.set('authentication.jwt', {
    ...{ issuer: server.url, audience, algorithms: ['ES256'], jwks_url: `${server.url}/jwks` },
  });
  await host.credentials.connect('ledger', undefined);
  await server.claim({ tenant: 'acme', capabilities: ['ledger.*'] });
  const bearer = await server.issue(audience);
  const principal = await host.authenticate(bearer);
  if (principal === undefined) throw new Error('the token is refused');
  await host.credentials.storeSubjectToken(await server.issue(), { tenant: 'acme', principalId: 'hcp' });

  const client = await enter({ id: 'hcp', tenant: 'acme', capabilities: ['ledger.*'] });
  expect((await call(client, 'ledger list')).envelope).toMatchObject(error(/^binding: the caller brings no token/));
  expect((await server.exchanges()).count).toBe(0);

  const { id: session } = await host.httpSessions.create(principal, null);
  await host.httpSessions.activate(principal, session, 'ledger');
  const answers = await Promise.all(Array.from({ length: 20 }, () => call({ bearer, session }, 'ledger list')));
  for (const { envelope } of answers) expect(envelope).toHaveProperty('result.json', redacted);
  expect(await server.exchanges()).toMatchObject({ count: 1, last: { subject_token: bearer } });
});

test('A failed exchange is a refusal before anything starts, and leaves what is kept', async () => {
  const server = await startServer();
  const { host, root, call } = await withLedger();
  await host.configuration.set('mothership', server.mothership);
  await host.credentials.connect('ledger', undefined);
  await host.credentials.storeSubjectToken(await server.issue());
  await server.behave('status-500');
  expect((await call('ledger', 'list')).envelope).toMatchObject({
    error: 'binding: the mothership refused the exchange with status 500',
  });
  expect(existsSync(join(root, 'work'))).toBe(false);
  await server.behave('right');
  expect((await call('ledger', 'list')).envelope).toMatchObject({ ok: true });
});

test('A text that is no token is stored nowhere and shown nowhere', async () => {
  const { host, root } = openTestHost();
  const refusal = host.credentials.storeSubjectToken('two words-of-a-secret');
  await expect(refusal).rejects.toThrow(/one word of printable ASCII/);
  await expect(refusal).rejects.not.toThrow('words-of-a-secret');
  expect(existsSync(join(root, 'mothership'))).toBe(false);
});

test('A broken connections file refuses, is named by doctor and stays', async () => {
  const { host, root, call } = await withLedger();
  await host.configuration.set('mothership', { endpoint: 'https://id.example/token', client_id: 'hcp' });
  const file = join(root, 'connections.json');
  writeFileSync(file, '{', { mode: 0o600 });
  expect((await call('ledger', 'list')).envelope).toMatchObject(error(/^binding: .*connections\.json/));
  expect(await host.doctor()).toContainEqual(
    expect.objectContaining({ subject: 'state', level: 'problem', message: expect.stringContaining(file) as string }),
  );
  await expect(host.credentials.connect('ledger', undefined)).rejects.toThrow(file);
  expect(readFileSync(file, 'utf8')).toBe('{');
});
