import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBearerAuthenticator } from '../../src/authentication/bearer-authenticator.js';
import type { AuthenticateBearer } from '../../src/authentication/bearer-authenticator.js';
import { openHomeFolder } from '../../src/home/home-folder.js';
import type { TokenAdministration, TokenRequest } from '../../src/host.js';
import type { AdminAct } from '../../src/state/admin-act.js';
import { createTokenAdministration } from '../../src/tokens/token-administration.js';
import { fixtureEnd, startFixture } from '../child-process.js';
import { openStore, recordInto } from '../state-of-home.js';
import { temporaryHome } from '../temporary-home.js';

interface Opened {
  readonly root: string;
  readonly file: string;
  readonly tokens: TokenAdministration;
  readonly authenticate: AuthenticateBearer;
  readonly acts: AdminAct[];
  readonly notices: string[];
  readonly audit: { broken: boolean };
}

const open = (root: string = temporaryHome()): Opened => {
  const store = openStore(root);
  const acts: AdminAct[] = [];
  const notices: string[] = [];
  const audit = { broken: false };
  return {
    root,
    acts,
    notices,
    audit,
    file: join(root, 'tokens.json'),
    tokens: createTokenAdministration({ store, record: recordInto(acts, () => audit.broken), now: Date.now }),
    authenticate: createBearerAuthenticator({
      home: openHomeFolder(store.layout, () => undefined),
      config: () => ({}),
      now: Date.now,
      notify: (message) => notices.push(message),
    }),
  };
};

const ada: TokenRequest = { principalId: 'ada', tenant: 'acme', projects: ['p1'], capabilities: ['ledger.*'] };
const principal = { id: 'ada', tenant: 'acme', projects: ['p1'], capabilities: ['ledger.*'] };

test('A token is shown once, stored as a digest and authenticates its principal from the next request', async () => {
  const { tokens, authenticate, file, acts } = open();
  const { token, ...summary } = await tokens.create(ada);
  expect(token).toMatch(/^hcp_[A-Za-z0-9_-]{43}$/);
  expect(summary).toMatchObject({ principal });
  expect(await authenticate(token)).toEqual(principal);
  expect(await tokens.list()).toEqual([summary]);
  expect(readFileSync(file, 'utf8')).not.toContain(token.slice(4));
  expect(JSON.stringify([acts, await tokens.list()])).not.toContain(token.slice(4));
  expect(acts).toEqual([{ action: 'token', packId: null, details: { token: 'created', id: summary.id, principal } }]);
});

test('A revoked token is nobody from the next request, and others stay', async () => {
  const { tokens, authenticate, acts } = open();
  const one = await tokens.create(ada);
  const two = await tokens.create({ ...ada, principalId: 'bob' });
  expect(await tokens.revoke(one.id)).toMatchObject({ id: one.id });
  expect(await authenticate(one.token)).toBeUndefined();
  expect(await authenticate(two.token)).toMatchObject({ id: 'bob' });
  expect(acts.at(-1)).toMatchObject({ details: { token: 'revoked', id: one.id, principal } });
  await expect(tokens.revoke(one.id)).rejects.toThrow(/no token has the id/);
});

test('Tokens that another process makes and revokes hold at once', async () => {
  const here = open();
  expect(await here.authenticate('hcp_none')).toBeUndefined();
  const there = open(here.root);
  for (let turn = 0; turn < 20; turn += 1) {
    const { token, id } = await there.tokens.create(ada);
    expect(await here.authenticate(token)).toEqual(principal);
    await there.tokens.revoke(id);
    expect(await here.authenticate(token)).toBeUndefined();
  }
});

test('Ten processes that make tokens at once leave ten tokens', async () => {
  const { tokens, root } = open();
  const names = Array.from({ length: 10 }, (_, index) => `agent-${index}`);
  const ends = await Promise.all(names.map((name) => fixtureEnd(startFixture('make-token.ts', [root, name]))));
  expect(ends.map(({ stderr }) => stderr).join('')).toBe('');
  expect((await tokens.list()).map(({ principal: { id } }) => id).sort()).toEqual([...names].sort());
});

test('Nothing near a token is one', async () => {
  const { tokens, authenticate, file, notices } = open();
  const { token } = await tokens.create(ada);
  const stored = JSON.parse(readFileSync(file, 'utf8')) as { readonly tokens: readonly { readonly sha256: string }[] };
  const wrong = [
    token.slice(0, -1),
    `${token}A`,
    token.toLowerCase(),
    token.slice(4),
    ` ${token}`,
    `${token}\n`,
    stored.tokens[0]?.sha256 ?? '',
    '__proto__',
    'hcp_',
  ];
  for (const bearer of wrong) {
    expect(await authenticate(bearer), bearer).toBeUndefined();
  }
  expect(notices.join()).not.toContain(token.slice(4, 20));
  for (const nothing of [undefined, '']) {
    expect(await authenticate(nothing)).toBeUndefined();
  }
});

test.each<[string, Partial<TokenRequest>, RegExp]>([
  ['an empty id', { principalId: '' }, /\/id/],
  ['a capability that is none', { capabilities: ['led ger'] }, /\/capabilities\/0/],
  ['an empty capability', { capabilities: [''] }, /\/capabilities\/0/],
  ['an empty project', { projects: [''] }, /\/projects\/0/],
  ['an id that is too long', { principalId: 'x'.repeat(257) }, /\/id/],
])('A token for %s is not made', async (_, wrong, reason) => {
  const { tokens, acts } = open();
  await expect(tokens.create({ ...ada, ...wrong })).rejects.toThrow(reason);
  expect([await tokens.list(), acts]).toEqual([[], []]);
});

test('Without capabilities a token grants nothing', async () => {
  const { tokens, authenticate } = open();
  const { token } = await tokens.create({ ...ada, capabilities: [] });
  expect(await authenticate(token)).toMatchObject({ capabilities: [] });
});

test('What cannot be recorded is neither made nor revoked', async () => {
  const { tokens, authenticate, audit } = open();
  const { token, id } = await tokens.create(ada);
  audit.broken = true;
  await expect(tokens.create(ada)).rejects.toThrow(/audit unavailable/);
  await expect(tokens.revoke(id)).rejects.toThrow(/audit unavailable/);
  expect(await tokens.list()).toHaveLength(1);
  expect(await authenticate(token)).toEqual(principal);
});

test.each([
  '',
  '{',
  '{ "version": 2, "tokens": [] }',
  '{ "tokens": [] }',
  '{ "version": 1, "tokens": {} }',
  '{ "version": 1, "tokens": [], "more": 1 }',
  '{ "version": 1, "tokens": [{ "id": "0123456789ab", "sha256": "", "created_at": "2026-01-01T00:00:00Z" }] }',
  '{ "version": 1, "tokens": [], "tokens": [] }',
])('The file %j authenticates nobody, is named to the operator and stays as it is', async (text) => {
  const { tokens, authenticate, root, file, notices } = open();
  mkdirSync(root, { mode: 0o700 });
  writeFileSync(file, text);
  expect(await authenticate('hcp_any')).toBeUndefined();
  expect(notices).toEqual([expect.stringContaining(file)]);
  await expect(tokens.create(ada)).rejects.toThrow(file);
  await expect(tokens.list()).rejects.toThrow(file);
  expect(readFileSync(file, 'utf8')).toBe(text);
});
