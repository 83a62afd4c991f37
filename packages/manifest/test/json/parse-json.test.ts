import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileJson, parseJson, type JsonLimits } from '../../src/json/parse-json.js';
import { isUnsafeInteger } from '../../src/json/exact-integer.js';

const envelope: JsonLimits = { maxDepth: 64, maxBytes: 1024 * 1024, bom: 'refuse', exactIntegers: true };
const reason = (source: string | Uint8Array, limits = envelope): string => {
  const parsed = parseJson(source, limits);
  return parsed.ok ? 'ok' : parsed.reason;
};

describe('parseJson', () => {
  it('takes every JSON value and keeps its tokens, whatever the white space', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t', ' \r\n'), (value, indent) => {
        const compact = JSON.stringify(value);
        const parsed = parseJson(JSON.stringify(value, undefined, indent), { ...envelope, exactIntegers: false });
        expect(parsed).toEqual({ ok: true, value: JSON.parse(compact) as unknown, compact });
      }),
    );
  });

  it('agrees with JSON.parse on what is JSON, for any text made of JSON pieces', () => {
    const piece = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '"b"',
        '1',
        '-0',
        '01',
        '1.',
        '.5',
        '1e5',
        'true',
        'nul',
        'null',
        ' ',
        '\n',
      ],
      ...[
        '"\\u00e9"',
        '"\\x"',
        '"\\u12"',
        '"',
        '\u00a0',
        '\v',
        '-',
        '+1',
        '"\t"',
        "'a'",
        '//x',
        'NaN',
        'Infinity',
        '\uFEFF',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const text = pieces.join('');
        const parsed = parseJson(text, { ...envelope, exactIntegers: false });
        if (!parsed.ok && /duplicate key|byte order mark/.test(parsed.reason)) return;
        let known = true;
        try {
          JSON.parse(text);
        } catch {
          known = false;
        }
        expect(parsed.ok).toBe(known);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['{"a":1,"a":2}', 'duplicate key "a" in /'],
    ['{"x":[{"deny":1,"d\\u0065ny":2}]}', 'duplicate key "deny" in /x/0'],
    ['{"a/b":{"~":{"k":1,"k":1}}}', 'duplicate key "k" in /a~1b/~0'],
    ['{"__proto__":1,"__proto__":2}', 'duplicate key "__proto__" in /'],
  ])('refuses a key that stands twice: %s', (text, expected) => {
    expect(reason(text)).toContain(expected);
  });

  it('keeps __proto__ an ordinary own member', () => {
    const parsed = parseJson('{"__proto__":{"polluted":true}}', envelope);
    expect(parsed.ok && Object.keys(parsed.value as object)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.each([
    ['9007199254740992', '/'],
    ['{"args":{"id":-9007199254740993}}', '/args/id'],
    ['{"a":[0,90071992547409930e-1]}', '/a/1'],
    ['{"a":1e400}', '/a'],
    ['{"a":9007199254740993.0}', '/a'],
  ])('refuses an integer a double cannot carry: %s', (text, pointer) => {
    expect(reason(text)).toBe(`${pointer} is an integer JSON cannot carry exactly; send it as a string`);
  });

  it.each(['9007199254740991', '-9007199254740991', '1.5e3', '0.1', '1e-400', '12345678901234567.5', '0e999', '0.000'])(
    'takes the number %s',
    (text) => {
      expect(reason(text)).toBe('ok');
    },
  );

  it('calls a number token unsafe exactly when its exact value is an integer beyond 2^53-1', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(6), (value, zeros) => {
        const unsafe = value > 9007199254740991n || value < -9007199254740991n;
        expect(isUnsafeInteger(value.toString())).toBe(unsafe);
        expect(isUnsafeInteger(`${value.toString()}.${'0'.repeat(zeros + 1)}`)).toBe(unsafe);
        expect(isUnsafeInteger(`${value.toString()}${'0'.repeat(zeros)}e-${zeros.toString()}`)).toBe(unsafe);
      }),
    );
  });

  it('takes depth 64 and refuses depth 65, also 100,000 levels, without overflowing the stack', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(reason(nested(64))).toBe('ok');
    expect(reason(nested(65))).toContain('nested deeper than 64 levels');
    expect(reason('{"a":'.repeat(100_000))).toContain('nested deeper than 64 levels');
    expect(parseJson(nested(512), { ...envelope, maxDepth: 512 }).ok).toBe(true);
  });

  it('counts bytes, not characters', () => {
    expect(reason('"éé"', { ...envelope, maxBytes: 6 })).toBe('ok');
    expect(reason('"éé"', { ...envelope, maxBytes: 5 })).toBe('more than 5 bytes');
  });

  it('refuses a byte order mark in an envelope and skips exactly one in a file', () => {
    expect(reason('\uFEFF{}')).toBe('starts with a byte order mark');
    expect(reason(Buffer.from('\uFEFF{}'), fileJson)).toBe('ok');
    expect(reason('\uFEFF\uFEFF{}', fileJson)).toContain('not JSON');
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(reason(Uint8Array.from([0x22, 0xff, 0x22]))).toBe('not valid UTF-8');
    expect(reason(Uint8Array.from([0x22, 0xed, 0xa0, 0x80, 0x22]))).toBe('not valid UTF-8');
  });

  it('says where the text goes wrong without quoting it', () => {
    expect(reason('')).toBe('not JSON: it ends too early (line 1, column 1)');
    expect(reason('{"a":1,\n secret}')).toBe('not JSON: unexpected character (line 2, column 2)');
    expect(reason('{} {}')).toBe('unexpected text after the JSON value (line 1, column 4)');
  });
});
