import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { tokenPlace, type TokenPlace } from '../../src/mothership/token-cache.js';
import { temporaryFolder } from '../temporary-folder.js';
import { clientSecret, openMothership, settingsOf, startTokenServer, type TokenServer } from './open-mothership.js';

const minutes = 60_000;

beforeEach(() => {
  for (const name of ['GH_TOKEN', 'AWS_SECRET_ACCESS_KEY', 'LEDGER_TOKEN', 'ACCESS_TOKEN', 'SSH_AUTH_SOCK']) {
    vi.stubEnv(name, 'ambient-token-123456');
  }
});
afterEach(() => {
  vi.unstubAllEnvs();
});

interface Opened {
  readonly server: TokenServer;
  readonly world: { now: number };
  readonly mint: ReturnType<typeof openMothership>['mint'];
  readonly directory: string;
  readonly open: () => ReturnType<typeof openMothership>;
}

async function open(settings: Parameters<typeof settingsOf>[1] = {}): Promise<Opened> {
  const server = await startTokenServer();
  const world = { now: Date.now() };
  const directory = join(temporaryFolder(), 'tokens');
  const openAnother = (): ReturnType<typeof openMothership> =>
    openMothership({
      directory,
      settings: () => settingsOf(server.url, settings),
      subjectToken: () => ({ ok: true, token: server.subjectToken }),
      now: () => world.now,
    });
  return { server, world, directory, open: openAnother, mint: openAnother().mint };
}

const tokenOf = (minted: unknown): string => {
  expect(minted).toMatchObject({ ok: true });
  return (minted as { readonly env: Readonly<Record<string, string>> }).env['LEDGER_TOKEN'] ?? '';
};

const storedFiles = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));

const placeOf = (projectId: string): TokenPlace =>
  tokenPlace('', { tenant: 'acme', principalId: 'ada', projectId, family: 'ledger', caller: undefined });
const folderOf = (projectId: string): string => placeOf(projectId).folder;
const fileOf = (projectId: string): string => join(folderOf(projectId), placeOf(projectId).name);

describe('the hub mothership over a real authorization server', () => {
  test('exchanges the principal’s token for one variable and one header, both redacted, and nothing else', async () => {
    const { server, mint } = await open({ audience: 'ledger-api', resource: 'https://ledger.example/', scope: 'a b' });
    const minted = await mint();
    const token = tokenOf(minted);
    expect(minted).toMatchObject({ env: { LEDGER_TOKEN: token }, headers: { Authorization: `Bearer ${token}` } });
    expect(token).not.toBe(server.subjectToken);
    expect(minted.ok && minted.redact(`a ${token} b`)).toBe('a [redacted] b');
    expect((await server.exchanges()).last).toMatchObject({
      subject_token: server.subjectToken,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      client_id: 'hcp-public',
      ...{ audience: 'ledger-api', resource: 'https://ledger.example/', scope: 'a b' },
    });
  });

  test.each([
    ['client_secret_basic', 'hcp'],
    ['client_secret_post', 'hcp-post'],
  ] as const)('authenticates the client by %s with a secret from a private file', async (method, clientId) => {
    const folder = temporaryFolder();
    const secretFile = join(folder, 'secret');
    writeFileSync(secretFile, `${clientSecret}\n`, { mode: 0o600 });
    const { mint } = await open({ clientId, clientAuthentication: { method, secretFile } });
    expect(await mint()).toMatchObject({ ok: true });
  });

  test('keeps the token 0600 until shortly before it expires, then exchanges anew', async () => {
    const { server, world, directory, mint, open: another } = await open();
    const first = tokenOf(await mint());
    const [name = ''] = storedFiles(directory);
    expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(directory, name), 'utf8')).not.toContain(server.subjectToken);
    world.now += 569_000;
    expect(tokenOf(await mint())).toBe(first);
    expect(tokenOf(await another().mint())).toBe(first);
    expect((await server.exchanges()).count).toBe(1);
    world.now += 2_000;
    expect(tokenOf(await mint())).not.toBe(first);
    expect((await server.exchanges()).count).toBe(2);
    expect(storedFiles(directory)).toEqual([name]);
  });

  test('a token of a short life is kept for three quarters of it', async () => {
    const { server, world, mint } = await open();
    await server.behave('lifetime-8');
    const first = tokenOf(await mint());
    world.now += 5_900;
    expect(tokenOf(await mint())).toBe(first);
    world.now += 200;
    expect(tokenOf(await mint())).not.toBe(first);
  });

  test('a clock that was set back beyond belief makes a kept token unusable', async () => {
    const { world, mint } = await open();
    const first = tokenOf(await mint());
    world.now -= 50_000;
    expect(tokenOf(await mint())).toBe(first);
    world.now -= 60 * minutes;
    expect(tokenOf(await mint())).not.toBe(first);
  });

  test('keeps apart tenants, principals, projects and families', async () => {
    const { server, mint, directory } = await open();
    const asked = [{}, { tenant: 'other' }, { principalId: 'bob' }, { projectId: 'p1' }, { projectId: '' }];
    const tokens = new Set<string>();
    for (const one of [...asked, ...asked]) tokens.add(tokenOf(await mint(one)));
    expect(tokens.size).toBe(asked.length);
    expect(await mint({ family: 'wallet' })).toMatchObject({ env: { WALLET_TOKEN: expect.any(String) as unknown } });
    expect(await mint({ family: null })).toMatchObject({ env: { ACCESS_TOKEN: expect.any(String) as unknown } });
    expect((await server.exchanges()).count).toBe(asked.length + 2);
    expect(storedFiles(directory)).toHaveLength(asked.length + 2);
  });

  test('other settings do not get the token that was exchanged under these', async () => {
    const { server, directory, mint } = await open({ audience: 'one' });
    const first = tokenOf(await mint());
    const other = openMothership({
      directory,
      settings: () => settingsOf(server.url, { audience: 'two' }),
      subjectToken: () => ({ ok: true, token: server.subjectToken }),
    });
    expect(tokenOf(await other.mint())).not.toBe(first);
  });

  test('keeps apart what each face had exchanged: it was another token of the principal', async () => {
    const { server, mint } = await open();
    const [cli, http] = (['cli', 'http'] as const).map((face) => ({ face, sessionId: 's', credential: undefined }));
    const tokens: string[] = [];
    for (const caller of [cli, http, cli, http])
      tokens.push(tokenOf(await mint(caller === undefined ? {} : { caller })));
    expect(new Set(tokens).size).toBe(2);
    expect(tokens.slice(2)).toEqual(tokens.slice(0, 2));
    expect((await server.exchanges()).count).toBe(2);
  });

  test('a caller with nothing to exchange is refused beside a token that another face had exchanged', async () => {
    const { server, directory, mint } = await open();
    expect(await mint()).toMatchObject({ ok: true });
    const reason = 'nothing to exchange';
    const settings = (): ReturnType<typeof settingsOf> => settingsOf(server.url);
    const empty = openMothership({ directory, settings, subjectToken: () => ({ ok: false, reason }) });
    expect(await empty.mint()).toEqual({ ok: false, reason });
    expect(await empty.mint({ health: true })).toEqual({ ok: false, reason });
    expect((await server.exchanges()).count).toBe(1);
  });

  test('calls at once share one exchange, and its failure', async () => {
    const { server, mint } = await open();
    const tokens = await Promise.all(Array.from({ length: 20 }, async () => tokenOf(await mint())));
    expect(new Set(tokens).size).toBe(1);
    expect((await server.exchanges()).count).toBe(1);
    await server.behave('status-500');
    const refused = await Promise.all(Array.from({ length: 20 }, () => mint({ projectId: 'p2' })));
    expect(refused.every(({ ok }) => !ok)).toBe(true);
    expect((await server.exchanges()).count).toBe(2);
  });

  test('expired tokens beside a new one go, others stay', async () => {
    const { server, world, directory, mint } = await open();
    const besideIt = Array.from({ length: 3000 }, (_, index) => `p${index}`).filter(
      (projectId) => folderOf(projectId) === folderOf('p0'),
    );
    const [old = '', kept = '', added = ''] = besideIt;
    await server.behave('lifetime-10');
    await mint({ projectId: old });
    await server.behave('right');
    await mint({ projectId: kept });
    world.now += 10_000;
    await mint({ projectId: added });
    expect([...storedFiles(directory)].sort()).toEqual([kept, added].map(fileOf).sort());
  });

  test('a health verb takes a token that is there to its end, and never exchanges', async () => {
    const { server, world, mint } = await open();
    const refusal = { ok: false, reason: 'there is no exchanged token, and a health verb exchanges none' };
    expect(await mint({ health: true })).toEqual(refusal);
    const first = tokenOf(await mint());
    world.now += 599_000;
    expect(tokenOf(await mint({ health: true }))).toBe(first);
    world.now += 1_000;
    expect(await mint({ health: true })).toEqual(refusal);
    expect((await server.exchanges()).count).toBe(1);
  });

  test('a token of unknown lifetime serves its call and is not kept', async () => {
    const { server, directory, mint } = await open();
    await server.behave('no-lifetime');
    expect(tokenOf(await mint())).toBe('token-that-nobody-may-use');
    expect(storedFiles(directory)).toEqual([]);
  });

  test('a failure removes no token: what another process has brought meanwhile stands', async () => {
    const { server, world, directory, mint } = await open();
    tokenOf(await mint());
    const [name = ''] = storedFiles(directory);
    world.now += 580_000;
    await server.behave('status-400');
    const before = readFileSync(join(directory, name), 'utf8');
    expect(await mint()).toMatchObject({ ok: false });
    expect(readFileSync(join(directory, name), 'utf8')).toBe(before);
    await server.behave('right');
    const renewed = tokenOf(await mint());
    await server.behave('status-400');
    expect(tokenOf(await mint())).toBe(renewed);
  });
});

const kinds: readonly (readonly [string, RegExp])[] = [
  ['status-400', /refused the exchange with status 400 and error invalid_target$/],
  ['status-401', /refused the exchange with status 401$/],
  ['status-500', /refused the exchange with status 500$/],
  ['status-503', /refused the exchange with status 503$/],
  ['quoting', /refused the exchange with status 400$/],
  ['challenge', /refused the exchange with status 401$/],
  ['redirect', /status 307; no redirect is followed$/],
  ['slow', /did not answer within 700 ms$/],
  ['slow-body', /did not answer within 700 ms$/],
  ['cut', /cannot be reached \([A-Z_]+\)$/],
  ['bad-json', /no token response/],
  ['html', /no token response/],
  ['array', /no token response/],
  ['huge', /more than 65536 bytes$/],
  ['no-token', /no token response/],
  ['token-number', /no token response/],
  ['not-bearer', /no bearer token$/],
  ['dpop', /no bearer token$/],
  ['no-issued-type', /another issued_token_type than access_token$/],
  ['id-token-type', /another issued_token_type than access_token$/],
  ['no-time-left', /no time left$/],
  ['lifetime-text', /no token response/],
  ['lifetime-endless', /no time left$/],
  ['token-header-break', /a token that no header can carry$/],
];

test.each(kinds)('an endpoint that behaves as %s is a refusal that quotes nothing', async (kind, reason) => {
  const { server, mint, directory } = await open({ timeoutMs: kind.startsWith('slow') ? 700 : 10_000 });
  await server.behave(kind);
  const minted = await mint();
  expect(minted).toMatchObject({ ok: false, reason: expect.stringMatching(reason) as unknown });
  expect(Object.keys(minted).sort()).toEqual(['ok', 'reason']);
  const text = JSON.stringify(minted);
  for (const hidden of [server.subjectToken, 'ambient', 'token-that', clientSecret]) expect(text).not.toContain(hidden);
  const { count, last } = await server.exchanges();
  expect(count).toBe(1);
  expect(last['stolen']).toBeUndefined();
  expect(storedFiles(directory)).toEqual([]);
  await server.behave('right');
  expect(await mint()).toMatchObject({ ok: true });
});

test('an endpoint that is down, unknown or speaks no HTTP is a refusal', async () => {
  const silent = createServer((_request, response) => response.socket?.end('nonsense'));
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  for (const url of ['http://127.0.0.1:1', 'http://nowhere.invalid', `http://127.0.0.1:${port}`]) {
    const { mint } = openMothership({
      settings: () => settingsOf(url),
      subjectToken: () => ({ ok: true, token: 'subject-token-1' }),
    });
    expect(await mint()).toMatchObject({ ok: false, reason: expect.stringMatching(/cannot be reached/) as unknown });
  }
});

test('http is refused where it is not allowed, before anything is sent', async () => {
  const { server, mint } = await open({ allowHttp: false });
  expect(await mint()).toMatchObject({ ok: false });
  expect((await server.exchanges()).count).toBe(0);
});

describe('the hub mothership asks nobody', () => {
  const settings = (): ReturnType<typeof settingsOf> => settingsOf('http://127.0.0.1:1');
  const subjectToken = (): { ok: true; token: string } => ({ ok: true, token: 'subject-token-1' });

  test('without a mothership, without a connection, without a subject token', async () => {
    expect(await openMothership({ subjectToken }).mint()).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^no mothership is configured/) as unknown,
    });
    const unconnected = openMothership({ settings, subjectToken, connectedPacks: () => ['other'] });
    expect(await unconnected.mint()).toEqual({ ok: false, reason: 'family "ledger" is not connected to this pack' });
    expect(await unconnected.mint({ family: null })).toEqual({
      ok: false,
      reason: 'the mothership is not connected to this pack',
    });
    expect(await openMothership({ settings }).mint()).toEqual({
      ok: false,
      reason: 'this principal has no subject token',
    });
  });

  test('of a broken configuration, or whose lock nobody lets go of', async () => {
    const broken = openMothership({
      settings: () => {
        throw new HcpError('state_corrupt', 'config.json: is not JSON');
      },
    });
    expect(await broken.mint()).toEqual({
      ok: false,
      reason: 'the credential could not be read: config.json: is not JSON',
    });
    const busy = openMothership({
      settings,
      subjectToken,
      withLock: () => Promise.reject(new HcpError('lock_busy', 'lock /home/ada/.hcp/x was held')),
    });
    expect(await busy.mint()).toEqual({
      ok: false,
      reason: 'others have not finished their exchange in time; call again',
    });
  });

  test.each<[string, (file: string) => void, RegExp]>([
    ['absent', () => undefined, /does not exist/],
    ['empty', (file) => writeFileSync(file, '\n', { mode: 0o600 }), /is empty/],
    ['open to others', (file) => writeFileSync(file, 'x', { mode: 0o644 }), /has mode 0644/],
    ['a symlink', (file) => symlinkSync('/etc/hostname', file), /is a symlink/],
    ['a folder', (file) => mkdirSync(file), /is not a regular file/],
  ])('with a client secret that is %s', async (_, make, reason) => {
    const secretFile = join(temporaryFolder(), 'secret');
    make(secretFile);
    const clientAuthentication = { method: 'client_secret_basic', secretFile } as const;
    const { mint } = openMothership({
      settings: () => settingsOf('http://127.0.0.1:1', { clientAuthentication }),
      subjectToken,
    });
    expect(await mint()).toMatchObject({ ok: false, reason: expect.stringMatching(reason) as unknown });
  });

  test('when the call is cancelled it answers at once', async () => {
    const { server, mint } = await open({ timeoutMs: 60_000 });
    await server.behave('slow');
    const controller = new AbortController();
    const minting = mint({ signal: controller.signal });
    await vi.waitFor(async () => expect((await server.exchanges()).count).toBe(1));
    controller.abort();
    expect(await minting).toEqual({ ok: false, reason: 'the call was cancelled' });
  });
});

describe('a kept token that does not hold is a refusal and stays where it is', () => {
  const tamper = async (change: (file: string) => void): Promise<unknown> => {
    const { mint, directory, open: another } = await open();
    await mint();
    const file = join(directory, storedFiles(directory)[0] ?? '');
    change(file);
    const minted = await another().mint();
    expect(storedFiles(directory)).toHaveLength(1);
    return minted;
  };
  const rewrite =
    (change: (stored: Record<string, unknown>) => unknown) =>
    (file: string): void =>
      writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)));

  test.each<[string, (file: string) => void, RegExp]>([
    ['no JSON', (file) => writeFileSync(file, '{"token":'), /not JSON.*; move it away$/],
    ['no object', rewrite(() => []), /must be an object/],
    ['a member missing', rewrite((stored) => ({ ...stored, token: undefined })), /\/token is required/],
    ['one too many', rewrite((stored) => ({ ...stored, more: 1 })), /unknown member/],
    ['a number for a token', rewrite((stored) => ({ ...stored, token: 1 })), /\/token must be a string/],
    ['times that are none', rewrite((stored) => ({ ...stored, expires_at: 1.5 })), /whole milliseconds/],
    ['a newer version', rewrite((stored) => ({ ...stored, version: 2 })), /\/version must be 1/],
    ['another owner', rewrite((stored) => ({ ...stored, owner: 'a'.repeat(64) })), /belongs to another/],
    ['mode bits', (file) => chmodSync(file, 0o640), /has mode 0640/],
  ])('%s', async (_, change, reason) => {
    expect(await tamper(change)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) as unknown });
  });

  test.runIf(process.geteuid?.() === 0)('another user’s', async () => {
    const minted = await tamper((file) => chownSync(file, 12345, 12345));
    expect(minted).toMatchObject({ ok: false, reason: expect.stringMatching(/belongs to user 12345/) as unknown });
  });
});
