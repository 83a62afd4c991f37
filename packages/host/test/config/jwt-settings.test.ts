import { expect, test } from 'vitest';
import { jwtSettings } from '../../src/config/jwt-settings.js';
import { openTestHost } from '../open-host.js';

const withoutKeys = { issuer: 'https://id.example', audience: 'hcp', algorithms: ['RS256'] };
const url = { ...withoutKeys, jwks_url: 'https://id.example/jwks' };

test.each<[string, unknown]>([
  ['keys at an https address', url],
  ['keys in a file', { ...withoutKeys, jwks_file: '/etc/hcp/jwks.json' }],
  ['keys on a loopback address', { ...url, jwks_url: 'http://127.0.0.1:8080/jwks' }],
  ['keys on the IPv6 loopback address', { ...url, jwks_url: 'http://[::1]:8080/jwks' }],
  ['keys on localhost', { ...url, jwks_url: 'http://localhost/jwks' }],
  ['claims of other names', { ...url, claims: { id: 'client_id', tenant: 'https://x/tenant' } }],
])('JWT settings with %s hold', (_, settings) => {
  expect(jwtSettings(settings, '/jwt')).toBeUndefined();
});

const changed = (changes: object): unknown => ({ ...url, ...changes });
const without = (name: string): unknown => Object.fromEntries(Object.entries(url).filter(([key]) => key !== name));

test.each<[string, unknown, RegExp]>([
  ['no object', [], /must be an object/],
  ['no issuer', without('issuer'), /\/jwt\/issuer is required/],
  ['an empty issuer', changed({ issuer: '' }), /\/jwt\/issuer/],
  ['no audience', without('audience'), /\/jwt\/audience is required/],
  ['an audience that is a list', changed({ audience: ['hcp'] }), /\/jwt\/audience/],
  ['no algorithms', without('algorithms'), /\/jwt\/algorithms is required/],
  ['an empty list of algorithms', changed({ algorithms: [] }), /at least one algorithm/],
  ['algorithm none', changed({ algorithms: ['none'] }), /\/jwt\/algorithms\/0/],
  ['algorithm None', changed({ algorithms: ['RS256', 'None'] }), /\/jwt\/algorithms\/1/],
  ['algorithm HS256', changed({ algorithms: ['HS256'] }), /\/jwt\/algorithms\/0/],
  ['algorithm HS512', changed({ algorithms: ['ES256', 'HS512'] }), /\/jwt\/algorithms\/1/],
  ['no keys', withoutKeys, /exactly one of jwks_url and jwks_file/],
  ['keys twice', changed({ jwks_file: '/etc/jwks.json' }), /exactly one of jwks_url and jwks_file/],
  ['keys in the clear', changed({ jwks_url: 'http://id.example/jwks' }), /https URL/],
  ['a host that only begins like a loopback one', changed({ jwks_url: 'http://127.0.0.1.example/jwks' }), /https URL/],
  ['a host that only ends like a loopback one', changed({ jwks_url: 'http://x.localhost/jwks' }), /https URL/],
  ['a loopback name before an @', changed({ jwks_url: 'http://localhost@id.example/jwks' }), /https URL/],
  ['a password in the address', changed({ jwks_url: 'https://a:b@id.example/jwks' }), /https URL/],
  ['keys in a file URL', changed({ jwks_url: 'file:///etc/jwks.json' }), /https URL/],
  ['an address that is none', changed({ jwks_url: 'id.example/jwks' }), /https URL/],
  ['a relative file', { ...withoutKeys, jwks_file: 'jwks.json' }, /absolute path/],
  ['an unknown member', changed({ secret: 'x' }), /\/jwt\/secret is not known/],
  ['an unknown claim', changed({ claims: { roles: 'r' } }), /\/jwt\/claims\/roles is not known/],
  ['a claim without a name', changed({ claims: { id: '' } }), /\/jwt\/claims\/id/],
])('JWT settings with %s are refused', (_, settings, wrong) => {
  expect(jwtSettings(settings, '/jwt')).toMatch(wrong);
});

test('hcp config sets, shows and removes them, and takes none that are wrong', async () => {
  const { host } = openTestHost();
  await host.configuration.set('authentication.jwt', url);
  expect(await host.configuration.get('authentication.jwt')).toEqual(url);
  await expect(host.configuration.set('authentication.jwt', withoutKeys)).rejects.toThrow(/exactly one/);
  await expect(host.configuration.set('authentication', { jwt: url })).rejects.toThrow(/there is no key/);
  await host.configuration.set('authentication.jwt', null);
  expect(await host.configuration.get()).toEqual({});
});
