import { describe, expect, test } from 'vitest';
import { parseCredentialRecord, printCredentialRecord } from '../../src/credential/credential-record.js';
import { largestRecord } from '../../src/credential/parse-record-json.js';

const secret = 'hunter2-hunter2';
const reasonFor = (text: string | Uint8Array): string => {
  const parsed = parseCredentialRecord(text);
  return parsed.ok ? 'accepted' : parsed.reason;
};

describe('parseCredentialRecord', () => {
  test.each<[string, string | RegExp]>([
    ['', 'not JSON: it ends too early (line 1, column 1)'],
    [`{"${secret}`, /^not JSON: it ends too early/],
    [secret, /^not JSON: unexpected character/],
    [`{"version":1,"packs":[],"credential":{}} ${secret}`, /^unexpected text after the JSON value/],
    [`{"version":1,"${secret}":1,"${secret}":2}`, /^duplicate key \(line 1, column \d+\)$/],
    [`{"version":1,"${secret}":{"${secret}":1,"hunter2\\u002dhunter2":2}}`, /^duplicate key \(line 1, column \d+\)$/],
    ['[]', '/ must be an object, received array'],
    ['null', '/ must be an object, received null'],
    ['{}', '/version must be 1'],
    ['{"version":"1","packs":[],"credential":{}}', '/version must be 1'],
    [`{"version":2,"${secret}":[]}`, '/version is 2; this runtime reads 1; use the newer runtime that wrote it'],
    ['{"version":1.5}', '/version must be 1'],
    ['{"version":1,"credential":{}}', '/packs is required'],
    ['{"version":1,"packs":[]}', '/credential is required'],
    ['{"version":1,"packs":"ledger","credential":{}}', '/packs must be an array of pack ids, received string'],
    ['{"version":1,"packs":[1],"credential":{}}', '/packs must be an array of pack ids, received array'],
    ['{"version":1,"packs":[],"credential":[]}', '/credential must be an object, received array'],
    [
      `{"version":1,"packs":[],"credential":{},"${secret}":1}`,
      '/ has an unknown member; known are version, packs, credential',
    ],
    [`${'['.repeat(9)}${']'.repeat(9)}`, /^nested deeper than 8 levels/],
  ])('refuses %j without a word of it', (text, reason) => {
    expect(reasonFor(text)).toEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason));
    expect(reasonFor(text)).not.toContain('hunter2');
  });

  test('refuses bytes that are not UTF-8 and more bytes than a record may have', () => {
    expect(reasonFor(Buffer.from([0x22, 0xff, 0x22]))).toBe('not valid UTF-8');
    expect(reasonFor(Buffer.alloc(largestRecord + 1, 0x20))).toContain('more than 65536 bytes');
  });

  test('reads back what was printed', () => {
    const credential = { env: { A: 'b' }, headers: { C: 'd' }, plain: ['A'], expiresAt: '2030-01-01T00:00:00Z' };
    expect(parseCredentialRecord(printCredentialRecord(['ledger'], credential))).toEqual({
      ok: true,
      value: {
        packs: ['ledger'],
        credential: { env: { A: 'b' }, headers: { C: 'd' }, plain: ['A'], expires_at: '2030-01-01T00:00:00Z' },
      },
    });
  });
});
