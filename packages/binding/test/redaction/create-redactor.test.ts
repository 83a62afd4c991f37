import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/redaction/create-redactor.js';
import { commonSpellings, otherSpellings } from './spellings.js';

const awkward = 'p@ss w/rd+?"\\\n~ünï😀';

describe('createRedactor', () => {
  test.each([...commonSpellings, ...otherSpellings])('replaces a secret written as $name', ({ write }) => {
    for (const secret of ['ghp_0123456789', 'ghp_01234567890', 'ghp_012345678901', awkward]) {
      const written = write(secret);
      const redacted = createRedactor([secret])(`<${written}>`);
      expect(redacted).toContain('[redacted]');
      expect(redacted.length).toBeLessThan('<[redacted]>'.length + 150);
      expect(redacted).not.toContain(written.slice(-12, -4));
    }
  });

  test.each([
    ['raw', 'secret-1', 'secret-1'],
    ['base64', 'secret-1', 'c2VjcmV0LTE='],
    ['base64 without padding', 'secret-1', 'c2VjcmV0LTE'],
    ['base64 of whole triples', 'secret-12', 'c2VjcmV0LTEy'],
    ['base64url', 'secret>>?', 'c2VjcmV0Pj4_'],
    ['percent-encoding', 'a b/c d/e', 'a%20b%2Fc%20d%2Fe'],
    ['percent-encoding in lower case', 'a b/c d/e', 'a%20b%2fc%20d%2fe'],
    ['a form', 'a b/c d/e', 'a+b%2Fc+d%2Fe'],
    ['JSON', 'line1\nline2', 'line1\\nline2'],
    ['JSON of ASCII alone', 'ünïcödes', '\\u00fcn\\u00efc\\u00f6des'],
  ])('leaves nothing of a secret in %s', (_form, secret, written) => {
    expect(createRedactor([secret])(`<${written}>`)).toBe('<[redacted]>');
    expect(createRedactor([secret])(written)).toBe('[redacted]');
  });

  test('takes the digits of base64 that a secret shares with its neighbours', () => {
    const redact = createRedactor(['secret-1']);
    expect(redact(`Basic ${Buffer.from('user:secret-1').toString('base64')}.`)).toBe('Basic dXNlcj[redacted].');
    expect(redact(Buffer.from('u:secret-1:t').toString('base64'))).toBe('dT[redacted]p0');
  });

  test('knows eight characters as a secret and seven as none', () => {
    expect(createRedactor(['12345678'])('a 12345678 b')).toBe('a [redacted] b');
    expect(createRedactor(['1234567', ''])('a 1234567 b')).toBe('a 1234567 b');
  });

  test('replaces every occurrence, also where they touch', () => {
    expect(createRedactor(['abcdefgh'])('abcdefghabcdefgh x abcdefgh')).toBe('[redacted][redacted] x [redacted]');
  });

  test('replaces secrets that overlap or hold each other as one', () => {
    expect(createRedactor(['abcdefgh', 'efghijkl'])('>abcdefghijkl<')).toBe('>[redacted]<');
    expect(createRedactor(['bcdefghi', 'abcdefghij'])('>abcdefghij< >bcdefghi<')).toBe('>[redacted]< >[redacted]<');
    expect(createRedactor(['abcdefghij', 'abcdefgh'])('>abcdefghi<')).toBe('>[redacted]i<');
    expect(createRedactor(['abababab'])('>ababababab<')).toBe('>[redacted]<');
    expect(createRedactor(['xabcdefghz', 'abcdefgh'])('>xabcdefgh<')).toBe('>x[redacted]<');
  });

  test('reads characters special to patterns and replacements as themselves', () => {
    const secret = '$&.*+?^${}()|[]\\';
    expect(createRedactor([secret])(`a${secret}-b`)).toBe('a[redacted]-b');
    expect(createRedactor(['........'])('abcdefgh')).toBe('abcdefgh');
  });

  test('replaces a secret of several lines, raw and escaped', () => {
    const key = '-----BEGIN KEY-----\nAAAABBBB\nCCCC\n-----END KEY-----\n';
    expect(createRedactor([key])(`${key}|${JSON.stringify({ key })}`)).toBe('[redacted]|{"key":"[redacted]"}');
  });

  test('replaces what equals common text, since it cannot know which is meant', () => {
    expect(createRedactor(['password'])('password: password')).toBe('[redacted]: [redacted]');
  });

  test('a secret printed as a bare number makes the text other than JSON: the secret wins', () => {
    expect(createRedactor(['12345678'])('{"pin":12345678}')).toBe('{"pin":[redacted]}');
  });

  test.each([
    ['nabcdefgh', '{"a":"\\nabcdefgh"}', '{"a":"[redacted]"}'],
    ['0041bcdefg', '{"a":"\\u0041bcdefg"}', '{"a":"[redacted]"}'],
    ['abcdefg\\', '{"a":"abcdefg\\"x"}', '{"a":"[redacted]x"}'],
    ['abcdefg\\u', '{"a":"abcdefg\\u0041x"}', '{"a":"[redacted]x"}'],
    ['nabcdefg\\', '{"a":"\\nabcdefg\\nx"}', '{"a":"[redacted]x"}'],
    ['tabcdefgh', '{"a":"\\\\tabcdefgh"}', '{"a":"\\\\[redacted]"}'],
  ])('never leaves half an escape of %j beside a replacement', (secret, text, expected) => {
    expect(createRedactor([secret])(text)).toBe(expected);
    expect(() => JSON.parse(expected) as unknown).not.toThrow();
  });

  test.each([
    ['\\', '\n234567ü', '\\n234567ü'],
    ['\\', '\n234567ü', '\\n234567\\u00fc'],
    ['\\', 'nonsense-ü', 'nonsense-ü'],
    ['%', 'af b/c d/e', 'af%20b%2Fc%20d%2Fe'],
    ['%', 'af b/c d/e', 'af%20b%2fc%20d%2fe'],
    ['%a', 'f b/c d/e', 'f+b%2Fc+d%2Fe'],
    ['%a', 'f b/c d/e', 'f+b%2fc+d%2fe'],
    ['\\', 'n-secret-1', 'bi1zZWNyZXQtMQ=='],
  ])('a stray %j in front hides no secret: %j', (stray, secret, written) => {
    expect(createRedactor([secret])(`${stray}${written}`)).toMatch(/^[\\%]?a?\[redacted\]$/);
  });

  test('one secret that is part of the base64 of another takes nothing from it', () => {
    const encoded = Buffer.from('secret-1').toString('base64');
    expect(createRedactor(['secret-1', 'zzc2VjcmV0LT'])(`zz${encoded}`)).toBe('[redacted]');
    expect(createRedactor(['secret-1', 'zzc2VjcmV0LTE-more'])(`zz${encoded}`)).toBe('zz[redacted]');
  });

  test('gives a text without a secret back as it is', () => {
    const redact = createRedactor(['ghp_0123456789', awkward]);
    for (const text of [
      '',
      'a',
      '\\',
      '%',
      '\\u00',
      '%C3',
      'ghp_012345678',
      'ghp_\n0123456789',
      '\ud800 \\ud800 %ff %e2%82',
    ]) {
      expect(redact(text)).toBe(text);
    }
  });

  test('takes a secret with half a surrogate pair without a throw', () => {
    expect(createRedactor(['half \ud83d of a pair'])('half \ud83d of a pair')).toBe('[redacted]');
  });

  test('reads ten million characters that nearly match, and many that match, in one pass each', () => {
    // Quadratic work would be 10^11 steps here and more than any test's time.
    const near = 'a'.repeat(10 * 1024 * 1024);
    expect(createRedactor([`${'a'.repeat(20_000)}b`])(near)).toBe(near);
    const backslashes = '\\'.repeat(4 * 1024 * 1024);
    expect(createRedactor([`${'\\'.repeat(5_000)}b`])(backslashes)).toBe(backslashes);
    expect(createRedactor(['abababab'])('ab'.repeat(1024 * 1024))).toBe('[redacted]');
    expect(createRedactor(['abcdefgh'])('abcdefgh'.repeat(100_000))).toBe('[redacted]'.repeat(100_000));
  });
});
