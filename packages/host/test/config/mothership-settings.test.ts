import { expect, test } from 'vitest';
import { exchangeSettings, mothershipSettings } from '../../src/config/mothership-settings.js';
import { openTestHost } from '../open-host.js';

const plain = { endpoint: 'https://id.example/token', client_id: 'hcp' };
const secret = 'hunter2-hunter2';

test.each<[string, object]>([
  ['an endpoint and a client', plain],
  ['a client secret', { ...plain, client_secret_file: '/etc/hcp/secret' }],
  ['a method', { ...plain, client_secret_file: '/etc/hcp/secret', client_authentication: 'client_secret_post' }],
  [
    'what to ask for',
    { ...plain, audience: 'a', resource: 'https://api.example/', scope: 'read write', variable: 'T' },
  ],
  ['families', { ...plain, families: { 'a/b': { audience: 'x' }, ledger: { variable: 'GH_TOKEN' } } }],
  ['a loopback endpoint for trying out', { ...plain, endpoint: 'http://127.0.0.1:8/t', allow_http_loopback: true }],
  ['the longest time', { ...plain, timeout_ms: 60_000 }],
  ['a JWT for a subject token', { ...plain, subject_token_type: 'urn:ietf:params:oauth:token-type:jwt' }],
])('Settings with %s hold', (_, settings) => {
  expect(mothershipSettings(settings, '/mothership')).toBeUndefined();
});

test.each<[string, unknown, RegExp]>([
  ['no object', [], /must be an object/],
  ['no endpoint', { client_id: 'hcp' }, /\/endpoint is required/],
  ['no client', { endpoint: plain.endpoint }, /\/client_id is required/],
  ['http', { ...plain, endpoint: 'http://id.example/t', allow_http_loopback: true }, /\/endpoint must be an https URL/],
  ['http of loopback unasked', { ...plain, endpoint: 'http://127.0.0.1:8/t' }, /\/endpoint must be https/],
  ['a look-alike of loopback', { ...plain, endpoint: 'http://127.0.0.1.evil.example/' }, /\/endpoint/],
  ['credentials in the endpoint', { ...plain, endpoint: `https://hcp:${secret}@id.example/` }, /\/endpoint/],
  ['a fragment', { ...plain, endpoint: 'https://id.example/#x' }, /\/endpoint/],
  ['another scheme', { ...plain, endpoint: 'file:///etc/passwd' }, /\/endpoint/],
  ['a secret in place of its file', { ...plain, client_secret_file: secret }, /\/client_secret_file must be/],
  ['a secret of its own', { ...plain, client_secret: secret }, /\/client_secret is not known/],
  ['a method without a secret', { ...plain, client_authentication: 'client_secret_basic' }, /exactly where/],
  [
    'a secret that no method uses',
    { ...plain, client_authentication: 'none', client_secret_file: '/x' },
    /exactly where/,
  ],
  ['another method', { ...plain, client_authentication: 'private_key_jwt' }, /\/client_authentication must be one of/],
  ['no time', { ...plain, timeout_ms: 0 }, /\/timeout_ms/],
  ['too much time', { ...plain, timeout_ms: 60_001 }, /\/timeout_ms/],
  ['a scope with a line', { ...plain, scope: 'a\nb' }, /\/scope/],
  ['a forbidden variable', { ...plain, variable: 'LD_PRELOAD' }, /\/variable/],
  ['a variable of the runtime', { ...plain, families: { x: { variable: 'HCP_X' } } }, /\/families\/x\/variable/],
  ['an endpoint of a family', { ...plain, families: { x: { endpoint: plain.endpoint } } }, /\/families\/x\/endpoint/],
  ['a family without a name', { ...plain, families: { '': {} } }, /\/families/],
  ['another type of token', { ...plain, subject_token_type: 'jwt' }, /\/subject_token_type/],
])('Settings with %s are refused, and no secret is repeated', (_, settings, reason) => {
  const wrong = mothershipSettings(settings, '/mothership');
  expect(wrong).toMatch(reason);
  expect(wrong).not.toContain(secret);
});

test('What a family sets holds for it alone, and what it does not set is everyone’s', () => {
  const settings = {
    ...plain,
    audience: 'all',
    scope: 'read',
    families: { ledger: { audience: 'ledger', variable: 'T' } },
  };
  expect(exchangeSettings(settings, 'ledger')).toMatchObject({ audience: 'ledger', scope: 'read', variable: 'T' });
  for (const family of ['other', 'constructor', undefined]) {
    expect(exchangeSettings(settings, family)).toMatchObject({ audience: 'all', scope: 'read', variable: undefined });
  }
  expect(exchangeSettings({ ...plain, client_secret_file: '/s' }, undefined).clientAuthentication).toEqual({
    method: 'client_secret_basic',
    secretFile: '/s',
  });
});

test('Through the configuration they are stored, read back and taken away', async () => {
  const { host } = openTestHost();
  await host.configuration.set('mothership', plain);
  expect(await host.configuration.get('mothership')).toEqual(plain);
  await expect(host.configuration.set('mothership', { ...plain, client_secret: secret })).rejects.not.toThrow(secret);
  await host.configuration.set('mothership', null);
  expect(await host.configuration.get('mothership')).toBeUndefined();
});
