import { describe, expect, test } from 'vitest';
import { secretValues } from '../../src/credential/secret-values.js';

const valuesOf = (env: Record<string, string>, headers: Record<string, string>, plain: string[] = []): Set<string> =>
  new Set(secretValues({ env, headers, plain, expiresAt: undefined }));

describe('secretValues', () => {
  test('holds every value but those that plain names', () => {
    expect(
      valuesOf({ TOKEN: 'token-1', REGION: 'eu' }, { 'X-Key': 'key-1', 'X-Zone': 'b' }, ['REGION', 'X-Zone']),
    ).toEqual(new Set(['token-1', 'key-1', '']));
  });

  test('a value that is plain in one place and secret in another is secret', () => {
    expect(valuesOf({ URL: 'same-value', TOKEN: 'same-value' }, {}, ['URL'])).toContain('same-value');
  });

  test('holds a variable also without the line end it was stored with', () => {
    expect(valuesOf({ TOKEN: 'token-1\n' }, {})).toEqual(new Set(['token-1\n', 'token-1']));
  });

  test('holds the token of a header without its scheme', () => {
    expect(valuesOf({}, { Authorization: 'Bearer xyz-123456' })).toContain('xyz-123456');
    expect(valuesOf({}, { Authorization: 'token  xyz-123456' })).toContain('xyz-123456');
  });

  test('holds pair and password of Basic, the password beginning behind the first colon', () => {
    const token = Buffer.from('ada:pass:word-1').toString('base64');
    expect(valuesOf({}, { authorization: `BASIC ${token}` })).toEqual(
      new Set([`BASIC ${token}`, token, 'ada:pass:word-1', 'pass:word-1']),
    );
  });

  test('holds each value of a cookie', () => {
    expect(valuesOf({}, { Cookie: 'sid=abc=def; theme=dark' })).toEqual(
      new Set(['sid=abc=def; theme=dark', 'abc=def', 'dark']),
    );
  });
});
