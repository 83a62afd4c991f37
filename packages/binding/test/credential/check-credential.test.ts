import { describe, expect, test } from 'vitest';
import { checkCredential } from '../../src/credential/check-credential.js';

const secret = 'hunter2-hunter2';
const reasonFor = (value: unknown): string => {
  const checked = checkCredential(value, '/credential');
  return checked.ok ? 'accepted' : checked.reason;
};

describe('checkCredential', () => {
  test('fills in what is left out', () => {
    expect(checkCredential({ env: { A: 'b' } }, '')).toEqual({
      ok: true,
      value: { env: { A: 'b' }, headers: {}, plain: [], expiresAt: undefined },
    });
  });

  test.each<[unknown, string]>([
    [null, '/credential must be an object, received null'],
    [[], '/credential must be an object, received array'],
    [secret, '/credential must be an object, received string'],
    [{}, '/credential is empty; it must set a variable in env or a header in headers'],
    [{ env: {}, headers: {}, plain: [] }, '/credential is empty; it must set a variable in env or a header in headers'],
    [{ env: { A: 'b' }, [secret]: 1 }, '/credential has an unknown member; known are env, headers, plain, expires_at'],
    [{ env: secret }, '/credential/env must be an object of variables, received string'],
    [{ env: [secret] }, '/credential/env must be an object of variables, received array'],
    [{ env: null }, '/credential/env must be an object of variables, received null'],
    [{ env: { A: 1 } }, '/credential/env/A must be a string, received number'],
    [{ env: { A: null } }, '/credential/env/A must be a string, received null'],
    [{ env: { A: '' } }, '/credential/env/A must not be empty unless plain names it'],
    [{ env: { A: `${secret}\0` } }, '/credential/env/A must not hold a NUL character'],
    [{ env: { A: `${secret}\ud800` } }, '/credential/env/A must not hold half a surrogate pair'],
    [{ env: { [`${secret} `]: 'x' } }, '/credential/env has a name that is no variable name (letters, digits, _)'],
    [{ env: { '': 'x' } }, '/credential/env has a name that is no variable name (letters, digits, _)'],
    [{ env: { 'A=B': 'x' } }, '/credential/env has a name that is no variable name (letters, digits, _)'],
    [{ env: { '1A': 'x' } }, '/credential/env has a name that is no variable name (letters, digits, _)'],
    [{ headers: secret }, '/credential/headers must be an object of headers, received string'],
    [{ headers: { A: 1 } }, '/credential/headers/A must be a string, received number'],
    [{ headers: { A: '' } }, '/credential/headers/A must not be empty'],
    [{ headers: { 'A:': secret } }, '/credential/headers has a name that is no header name (RFC 9110 token)'],
    [{ headers: { 'A\r\nB': secret } }, '/credential/headers has a name that is no header name (RFC 9110 token)'],
    [{ headers: { '': secret } }, '/credential/headers has a name that is no header name (RFC 9110 token)'],
    [
      { headers: { 'x-key': secret, 'X-Key': 'b' } },
      '/credential/headers/X-Key is there twice; header names do not differ by case',
    ],
    [{ headers: { Host: secret } }, '/credential/headers/Host is a header that no credential may set'],
    [
      { headers: { 'transfer-encoding': 'chunked' } },
      '/credential/headers/transfer-encoding is a header that no credential may set',
    ],
    [{ env: { A: 'b' }, plain: 'A' }, '/credential/plain must be an array of names, received string'],
    [{ env: { A: 'b' }, plain: [1] }, '/credential/plain must be an array of names, received array'],
    [{ env: { A: 'b' }, plain: ['A', secret] }, '/credential/plain/1 names no variable or header of this credential'],
    [{ env: { A: 'b' }, plain: ['toString'] }, '/credential/plain/0 names no variable or header of this credential'],
    [{ env: { A: 'b' }, expires_at: null }, '/credential/expires_at must be an RFC 3339 date-time, received null'],
    [
      { env: { A: 'b' }, expires_at: 1893456000 },
      '/credential/expires_at must be an RFC 3339 date-time, received number',
    ],
    [
      { env: { A: 'b' }, expires_at: 'tomorrow' },
      '/credential/expires_at must be an RFC 3339 date-time with an offset, such as 2030-01-31T12:00:00Z',
    ],
  ])('refuses %j and shows no value of it', (value, reason) => {
    expect(reasonFor(value)).toBe(reason);
    expect(reasonFor(value)).not.toContain('hunter2');
  });

  test.each(['\r', '\n', '\0', '\x7f', 'é', '\u2028'])('refuses a header value with %j in it', (character) => {
    expect(reasonFor({ headers: { 'X-Key': `${secret}${character}b` } })).toBe(
      '/credential/headers/X-Key must be printable ASCII without CR, LF or NUL, and without white space at its ends',
    );
  });

  test.each([' a', 'a ', '\ta'])('refuses %j as a header value', (value) => {
    expect(reasonFor({ headers: { 'X-Key': value } })).toContain('without white space at its ends');
  });

  test.each([
    'HCP_SANDBOX',
    'LD_PRELOAD',
    'DYLD_INSERT_LIBRARIES',
    'GLIBC_TUNABLES',
    'NODE_OPTIONS',
    'PYTHONPATH',
    'PERL5OPT',
    'RUBYOPT',
    'BASH_ENV',
    'ENV',
    'IFS',
    '_JAVA_OPTIONS',
  ])('refuses the variable %s, which changes what a program runs', (name) => {
    expect(reasonFor({ env: { [name]: secret } })).toBe(
      `/credential/env/${name} is a variable that no credential may set`,
    );
  });

  test('refuses a PATH with a relative entry and takes an absolute one', () => {
    expect(reasonFor({ env: { PATH: '/bin:bin' } })).toBe(
      '/credential/env/PATH is a variable that no credential may set',
    );
    expect(reasonFor({ env: { PATH: '/opt/bin:/bin' } })).toBe('accepted');
  });

  test('takes an empty value that is plain, every character a variable can hold, and prototype names', () => {
    expect(reasonFor({ env: { REGION: '' }, plain: ['REGION'] })).toBe('accepted');
    expect(reasonFor({ env: { KEY: '-----BEGIN KEY-----\nüñ😀\n' } })).toBe('accepted');
    expect(reasonFor({ env: { constructor: 'x', _: 'y' } })).toBe('accepted');
    const checked = checkCredential(JSON.parse('{"env":{"__proto__":"a"}}'), '');
    expect(checked.ok && Object.entries(checked.value.env)).toEqual([['__proto__', 'a']]);
  });
});
