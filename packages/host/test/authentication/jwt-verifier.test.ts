import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { createJwtVerifier } from '../../src/authentication/jwt-verifier.js';
import type { JwtSettings } from '../../src/config/jwt-settings.js';
import { mayChangeOwner, temporaryFolder } from '../temporary-home.js';

const { privateKey, publicKey } = await generateKeyPair('ES256');
const keySet = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] });
const trusted: JwtSettings = { issuer: 'https://id.example', audience: 'hcp', algorithms: ['ES256'] };
const token = await new SignJWT({ tenant: 'acme' })
  .setProtectedHeader({ alg: 'ES256' })
  .setIssuer('https://id.example')
  .setAudience('hcp')
  .setSubject('ada')
  .setExpirationTime('1h')
  .sign(privateKey);

const verify = async (settings: Partial<JwtSettings>, other: string = token): Promise<unknown> =>
  (await createJwtVerifier({ ...trusted, ...settings }, { now: Date.now, cooldownMs: 0 }))(other);

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(
    () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
};

test('Keys are fetched from their address', async () => {
  const url = await serve((_, response) => response.end(keySet));
  expect(await verify({ jwks_url: url })).toMatchObject({ id: 'ada', tenant: 'acme' });
});

test('A redirect is not followed', async () => {
  const target = await serve((_, response) => response.end(keySet));
  const url = await serve((_, response) => response.writeHead(302, { location: target }).end());
  await expect(verify({ jwks_url: url })).rejects.toThrow(/status 302/);
});

test('An answer without end is cut off, and one that never comes is not waited for', async () => {
  const endless = await serve((_, response) => {
    const write = (): void => {
      while (response.write(' '.repeat(65_536)));
    };
    response.on('drain', write);
    write();
  });
  await expect(verify({ jwks_url: endless })).rejects.toThrow(/more than 1048576 bytes/);
  const silent = await serve(() => undefined);
  await expect(verify({ jwks_url: silent })).rejects.toThrow(/timed out/);
});

test('A key file that others may write, or that another user owns, is not trusted', async () => {
  const file = join(temporaryFolder(), 'jwks.json');
  writeFileSync(file, keySet);
  chmodSync(file, 0o644);
  expect(await verify({ jwks_file: file })).toMatchObject({ id: 'ada' });
  for (const mode of [0o664, 0o646]) {
    chmodSync(file, mode);
    await expect(verify({ jwks_file: file })).rejects.toThrow(/nobody else may write it/);
  }
  chmodSync(file, 0o600);
  if (mayChangeOwner) {
    chownSync(file, 12_345, 0);
    await expect(verify({ jwks_file: file })).rejects.toThrow(/must belong to the operator or root/);
  }
});

test('A key file that is missing, a folder or a device is no key set', async () => {
  const folder = temporaryFolder();
  for (const file of [join(folder, 'none.json'), folder, '/dev/zero']) {
    await expect(verify({ jwks_file: file }), file).rejects.toThrow();
  }
});

const payload = { iss: 'https://id.example', aud: 'hcp', sub: 'ada', exp: 4_000_000_000, tenant: 'acme' };

test.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
  ['no exp', { exp: undefined }, /"exp"/],
  ['an exp that is text', { exp: '4000000000' }, /"exp"/],
  ['no issuer', { iss: undefined }, /"iss"/],
  ['no audience', { aud: undefined }, /"aud"/],
  ['no subject', { sub: undefined }, /"sub" must be a string/],
  ['an empty subject', { sub: '' }, /"sub" must be a string/],
  ['a subject that is a number', { sub: 7 }, /"sub" must be a string/],
])('A token with %s is refused', async (_, wrong, reason) => {
  const url = await serve((__, response) => response.end(keySet));
  const signed = await new SignJWT({ ...payload, ...wrong }).setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
  await expect(verify({ jwks_url: url }, signed)).rejects.toThrow(reason);
});
