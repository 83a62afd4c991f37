import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Principal } from '@hcp/pipeline';
import { createBearerAuthenticator, type AuthenticateBearer } from '../../src/authentication/bearer-authenticator.js';
import type { ConfigFile } from '../../src/config/config-file.js';
import { openHomeFolder } from '../../src/home/home-folder.js';
import { homeLayout } from '../../src/home/home-layout.js';
import { openTestDaemonHost } from '../open-daemon-host.js';
import { makePack } from '../packs/pack-fixture.js';
import { asIs } from '../packs/open-packs.js';
import { temporaryFolder, temporaryHome } from '../temporary-home.js';
import { startOpenIdProvider, type OpenIdProvider } from './openid-provider.js';

const audience = 'https://hcp.example/api';
const claims = { tenant: 'acme', projects: ['p1'], capabilities: ['ledger.*'] };
const agent: Principal = { id: 'agent', ...claims };

interface Opened {
  readonly provider: OpenIdProvider;
  readonly authenticate: AuthenticateBearer;
  readonly notices: string[];
  readonly world: { now: () => number; config: ConfigFile };
}

const open = async (changes: Readonly<Record<string, unknown>> = {}): Promise<Opened> => {
  const provider = await startOpenIdProvider();
  const jwt = { issuer: provider.issuer, audience, algorithms: ['ES256'], jwks_url: provider.jwksUrl, ...changes };
  const world: Opened['world'] = { now: Date.now, config: { authentication: { jwt } } };
  const notices: string[] = [];
  const authenticate = createBearerAuthenticator({
    home: openHomeFolder(homeLayout(temporaryHome()), () => undefined),
    config: () => world.config,
    now: () => world.now(),
    notify: (message) => notices.push(message),
    keyCooldownMs: 0,
  });
  return { provider, authenticate, notices, world };
};

const tokenParts = (token: string): readonly [string, string, string] => {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return [header, payload, signature];
};
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test('An access token of a real OpenID provider is the principal its claims name', async () => {
  const { provider, authenticate, notices } = await open();
  expect(await authenticate(await provider.issue(audience, claims))).toEqual(agent);
  expect(notices).toEqual([]);
});

test('Through the daemon host such a principal has a session and runs what its capabilities allow', async () => {
  const provider = await startOpenIdProvider();
  const { host, call } = await openTestDaemonHost();
  await host.packs.install(makePack(), asIs);
  await host.configuration.set('authentication.jwt', {
    issuer: provider.issuer,
    audience,
    algorithms: ['ES256'],
    jwks_url: provider.jwksUrl,
  });
  const bearer = await provider.issue(audience, { ...claims, capabilities: ['ledger.read'] });
  const principal = await host.authenticate(bearer);
  if (principal === undefined) {
    throw new Error('the token is refused');
  }
  const session = await host.httpSessions.create(principal, null);
  expect(session).toMatchObject({ tenant: 'acme', principal_id: 'agent', project_id: 'p1' });
  await host.httpSessions.activate(principal, session.id, 'ledger');
  expect((await call({ bearer, session: session.id }, 'ledger list')).envelope.ok).toBe(true);
  expect((await call({ bearer, session: session.id }, 'ledger transfer')).envelope).toMatchObject({
    error: 'denied: missing ledger.transfer for ledger.transfer',
  });
});

test('A token without a tenant resolves none, and step 4 refuses its calls', async () => {
  const provider = await startOpenIdProvider();
  const { host, call } = await openTestDaemonHost();
  await host.packs.install(makePack(), asIs);
  const jwt = { issuer: provider.issuer, audience, algorithms: ['ES256'], jwks_url: provider.jwksUrl };
  await host.configuration.set('authentication.jwt', jwt);
  const bearer = await provider.issue(audience, { capabilities: ['*'] });
  const principal = { id: 'agent', tenant: '', projects: [], capabilities: ['*'] };
  expect(await host.authenticate(bearer)).toEqual(principal);
  const session = await host.httpSessions.create(principal, null);
  await host.httpSessions.activate(principal, session.id, 'ledger');
  expect((await call({ bearer, session: session.id }, 'ledger list')).envelope).toMatchObject({
    error: 'denied: tenant unresolved',
  });
});

test('A missing capabilities claim grants nothing', async () => {
  const { provider, authenticate } = await open();
  expect(await authenticate(await provider.issue(audience, { tenant: 'acme' }))).toEqual({
    id: 'agent',
    tenant: 'acme',
    projects: [],
    capabilities: [],
  });
});

test('Claims stand under the names that the operator configured', async () => {
  const names = { id: 'client_id', tenant: 'https://hcp.example/tenant', projects: 'p', capabilities: 'c' };
  const { provider, authenticate } = await open({ claims: names });
  const token = await provider.issue(audience, { 'https://hcp.example/tenant': 'acme', p: ['p1'], c: ['ledger.*'] });
  expect(await authenticate(token)).toEqual(agent);
});

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['another issuer', { issuer: 'https://other.example' }],
  ['another audience', { audience: 'https://other.example' }],
  ['an algorithm that is not listed', { algorithms: ['RS256'] }],
])('A token of %s is nobody, and the operator reads why without reading the token', async (_, changes) => {
  const { provider, authenticate, notices } = await open(changes);
  const token = await provider.issue(audience, claims);
  expect(await authenticate(token)).toBeUndefined();
  expect(notices).toHaveLength(1);
  for (const part of tokenParts(token)) {
    expect(notices.join()).not.toContain(part);
  }
});

test.each([
  ['nine seconds after it expired', 609, true],
  ['long after it expired', 640, false],
])('A token is looked at %s', async (_, seconds, accepted) => {
  const { provider, authenticate, world, notices } = await open();
  const token = await provider.issue(audience, claims);
  const { exp } = JSON.parse(Buffer.from(tokenParts(token)[1], 'base64url').toString()) as { readonly exp: number };
  world.now = () => (exp - 600 + seconds) * 1000;
  expect((await authenticate(token)) !== undefined).toBe(accepted);
  expect(notices).toHaveLength(accepted ? 0 : 1);
});

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['nbf in the future', { nbf: 4_000_000_000 }],
  ['a tenant that is a list', { tenant: ['acme'] }],
  ['capabilities that are one text', { capabilities: 'ledger.* *' }],
  ['a capability that is none', { capabilities: ['ledger.*', 'led ger'] }],
  ['a capability that is a number', { capabilities: [7] }],
  ['projects that are an object', { projects: { 0: 'p1' } }],
  ['an empty project', { projects: [''] }],
  ['a null tenant', { tenant: null }],
])('A token with %s is nobody', async (_, wrong) => {
  const { provider, authenticate, notices } = await open();
  expect(await authenticate(await provider.issue(audience, { ...claims, ...wrong }))).toBeUndefined();
  expect(notices).toHaveLength(1);
});

test('A token changed in any part, signed by nobody or keyed with the public key is nobody', async () => {
  const { provider, authenticate, notices } = await open();
  const token = await provider.issue(audience, claims);
  const [header, payload, signature] = tokenParts(token);
  const told = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const forged = [
    `${header}.${encode({ ...told, capabilities: ['*'] })}.${signature}`,
    `${encode({ alg: 'none' })}.${payload}.`,
    `${encode({ alg: 'none' })}.${payload}.${signature}`,
    `${encode({ alg: 'HS256', kid: 'key-1' })}.${payload}.${signature}`,
    `${encode({ alg: 'ES256', kid: 'unknown' })}.${payload}.${signature}`,
    `${encode({ alg: 'ES256', kid: 'key-1', crit: ['x'], x: 1 })}.${payload}.${signature}`,
    `${header}.${payload}`,
    `${token}.x`,
    ` ${token}`,
    token.slice(0, -8),
    'a.b.c',
    'x'.repeat(20_000),
    '',
  ];
  for (const bearer of forged) {
    expect(await authenticate(bearer), bearer.slice(0, 60)).toBeUndefined();
  }
  expect(notices.join()).not.toContain(payload);
  expect(await authenticate(token)).toEqual(agent);
});

test('A rotated key is fetched, and a token signed by the old one is nobody', async () => {
  const { provider, authenticate } = await open();
  const old = await provider.issue(audience, claims);
  expect(await authenticate(old)).toEqual(agent);
  await provider.rotate();
  expect(await authenticate(await provider.issue(audience, claims))).toEqual(agent);
  expect(await authenticate(old)).toBeUndefined();
});

test('Keys are fetched once and serve while the provider is away; without keys nobody is authenticated', async () => {
  const { provider, authenticate, notices, world } = await open();
  const token = await provider.issue(audience, claims);
  expect(await authenticate(token)).toEqual(agent);
  await provider.stop();
  expect(await authenticate(token)).toEqual(agent);
  expect(notices).toEqual([]);
  const jwt = { issuer: provider.issuer, audience, algorithms: ['ES256'], jwks_url: provider.jwksUrl, claims: {} };
  world.config = { authentication: { jwt } };
  expect(await authenticate(token)).toBeUndefined();
  expect(notices).toHaveLength(1);
});

test('Without the setting, and with one that is taken away, a token is nobody', async () => {
  const { provider, authenticate, world } = await open();
  const token = await provider.issue(audience, claims);
  expect(await authenticate(token)).toEqual(agent);
  world.config = {};
  expect(await authenticate(token)).toBeUndefined();
});

test("Keys may come from a file, which is read again when it changes and must be the operator's alone", async () => {
  const provider = await startOpenIdProvider();
  const file = join(temporaryFolder(), 'jwks.json');
  const copyKeys = async (): Promise<void> =>
    writeFileSync(file, await (await fetch(provider.jwksUrl)).text(), { mode: 0o600 });
  await copyKeys();
  const notices: string[] = [];
  const jwt = { issuer: provider.issuer, audience, algorithms: ['ES256'], jwks_file: file };
  const authenticate = createBearerAuthenticator({
    home: openHomeFolder(homeLayout(temporaryHome()), () => undefined),
    config: () => ({ authentication: { jwt } }),
    now: Date.now,
    notify: (message) => notices.push(message),
  });
  expect(await authenticate(await provider.issue(audience, claims))).toEqual(agent);
  await provider.rotate();
  const rotated = await provider.issue(audience, claims);
  expect(await authenticate(rotated)).toBeUndefined();
  await copyKeys();
  expect(await authenticate(rotated)).toEqual(agent);
  for (const text of ['', '{', '[]', '{"keys": 1}', '{"keys": [], "keys": []}']) {
    writeFileSync(file, text);
    expect(await authenticate(rotated), text).toBeUndefined();
  }
  await copyKeys();
  expect(await authenticate(rotated)).toEqual(agent);
});
