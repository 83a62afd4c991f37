import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactOf, memberOf, plainOf } from '../../src/json/json-node.js';
import { JsonFault, readJson } from '../../src/json/read-json.js';

describe('readJson', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const node = readJson(text);
        expect(JSON.stringify(plainOf(node))).toBe(JSON.stringify(JSON.parse(text)));
        expect(compactOf(node)).toBe(JSON.stringify(value));
      }),
    );
  });

  it('keeps digits, escapes and the order of keys', () => {
    const text = '{"b":12345678901234567890,"a":1.10,"\\u0063":"\\u00e9\\/"}';
    expect(compactOf(readJson(text.replaceAll(',', ' ,\n ')))).toBe(text);
  });

  it('makes __proto__ an ordinary member', () => {
    const node = readJson('{"__proto__":1}');
    expect(memberOf(node, '__proto__')).toMatchObject({ raw: '1' });
    expect(memberOf(node, 'toString')).toBeUndefined();
  });

  it('reads 512 levels', () => {
    expect(readJson('['.repeat(512) + ']'.repeat(512)).kind).toBe('array');
  });

  it.each([
    '',
    ' ',
    '{',
    '{"a":1,}',
    '[1,]',
    '[1 2]',
    "{'a':1}",
    '{"a":1}{"a":1}',
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '01',
    '1.',
    'NaN',
    'tru',
    '"a\nb"',
    '"\\x"',
    '{"a"}',
    '{1:2}',
    '\uFEFF{}',
    '['.repeat(5000),
  ])('refuses %j', (text) => {
    expect(() => readJson(text)).toThrow(JsonFault);
  });
});
