import { assert, constantFrom, oneof, property, string, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { familyFileName } from '../../src/local/family-file-name.js';

/** Families that come close to each other: by case, by composition, by what an encoding itself looks like. */
const family = oneof(
  string({ unit: 'binary', minLength: 1, maxLength: 128 }),
  string({
    unit: constantFrom(
      'a',
      'A',
      '%',
      '2',
      'f',
      'F',
      '/',
      '.',
      '\\',
      '\0',
      ' ',
      'é',
      'e\u0301',
      'İ',
      'ı',
      'K',
      '\ud800',
      '\udc00',
    ),
    minLength: 1,
    maxLength: 128,
  }),
  constantFrom(
    '.',
    '..',
    '../x',
    '..%2Fx',
    '%2E',
    '%2e',
    'con',
    'a.json',
    '%sha256-',
    ' ',
    'a',
    'A',
    '\ud800',
    '\ufffd',
  ),
);

describe('familyFileName', () => {
  test.each([
    ['ledger', 'ledger.json'],
    ['ledger-2_b.c', 'ledger-2_b.c.json'],
    ['Ledger', '%4Cedger.json'],
    ['../x', '%2E.%2Fx.json'],
    ['.', '%2E.json'],
    ['..', '%2E..json'],
    ['a/b', 'a%2Fb.json'],
    ['a%2Fb', 'a%252%46b.json'],
    ['a\0', 'a%00.json'],
    ['é', '%C3%A9.json'],
  ])('the file of %j is %s', (name, file) => {
    expect(familyFileName(name)).toBe(file);
  });

  test('two families never share a file, also where names do not differ by case', () => {
    assert(
      property(tuple(family, family), ([one, other]) => {
        const same = familyFileName(one).toLowerCase() === familyFileName(other).toLowerCase();
        expect(same).toBe(one === other);
      }),
      { numRuns: 2000 },
    );
  });

  test('every name is one short visible component of a path and ASCII', () => {
    assert(
      property(family, (name) => {
        const file = familyFileName(name);
        expect(file).toMatch(/^[a-z0-9_%-][a-zA-Z0-9._%-]*\.json$/);
        expect(file.length).toBeLessThanOrEqual(133);
      }),
      { numRuns: 1000 },
    );
  });

  test('a readable name decodes to its family', () => {
    assert(
      property(string({ unit: 'grapheme', minLength: 1, maxLength: 10 }), (name) => {
        const file = familyFileName(name);
        if (!file.startsWith('%sha256-')) expect(decodeURIComponent(file.slice(0, -5))).toBe(name);
      }),
    );
  });

  test('128 characters of any script have a file name', () => {
    expect(familyFileName('漢'.repeat(128))).toMatch(/^%sha256-[0-9a-f]{64}\.json$/);
    expect(familyFileName('a'.repeat(128))).toBe(`${'a'.repeat(128)}.json`);
  });
});
