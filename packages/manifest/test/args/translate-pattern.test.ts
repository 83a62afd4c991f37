import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileLinearPattern } from '../../src/args/linear-pattern.js';

const texts = [
  '',
  'a',
  'ab',
  'b\n',
  '\r',
  '\u2028',
  '\u00a0',
  '\ufeff',
  '-',
  '^',
  '[',
  ']',
  '&&',
  '\b',
  '\0',
  'é',
  '😀',
  '_',
  '9',
];

/** The pattern matches the same texts here and in the engine of JavaScript. */
function expectSame(pattern: string, samples: readonly string[]): void {
  const linear = compileLinearPattern(pattern);
  const native = new RegExp(pattern, 'u');
  for (const text of samples) expect([pattern, text, linear.test(text)]).toEqual([pattern, text, native.test(text)]);
}

describe('compileLinearPattern', () => {
  it.each([
    ...[
      '^a$',
      'a|b',
      '^(?:a|b)+$',
      '^.$',
      '^.*$',
      '^\\s$',
      '^\\S$',
      '^[\\s]$',
      '^[\\S]$',
      '^[^\\s]$',
      '^[^\\S]$',
      '^\\d\\w\\D\\W$',
    ],
    ...[
      '[]',
      '^[[:a]$',
      '[^]',
      '^[^]$',
      '^[[]$',
      '^[a^]$',
      '^[^^]$',
      '^[\\]]$',
      '^[a-]$',
      '^[-a]$',
      '^[\\-]$',
      '^[&&]+$',
      '^[\\b]$',
      '\\ba\\b',
    ],
    ...[
      '^\\u0061$',
      '^\\x61$',
      '^\\u{1F600}$',
      '^\\uD83D\\uDE00$',
      '^[\\u{1F600}]$',
      '^\\cJ$',
      '^\\0$',
      '^\\v$',
      '^\\t$',
      '^\\/$',
    ],
    ...[
      '^\\p{L}$',
      '^\\P{L}$',
      '^\\p{Lu}$',
      '^\\p{Script=Greek}$',
      '^\\p{gc=Nd}$',
      '^[\\p{L}_]$',
      '^😀$',
      '^(?<name>a)b$',
      'a{2,3}?',
      '^\\^$',
    ],
  ])('matches the same texts as ECMA-262 for %s', (pattern) => {
    expectSame(pattern, texts);
  });

  it('matches the same texts as ECMA-262 for any pattern made of its parts', () => {
    const atom = fc.constantFrom(
      ...[
        'a',
        'b',
        '.',
        '\\s',
        '\\S',
        '\\d',
        '\\w',
        '\\W',
        '[ab]',
        '[^a]',
        '[\\s_]',
        '[a\\-z]',
        '[^^]',
        '[[]',
        '\\u0062',
        '\\n',
      ],
      ...['\\.', '\\\\', '\\{', '^', '$', '\\b', '(?:ab)', '(a|b)', '-', ' ', 'é', '[\\u{1F600}é]', '\\x41', '[&&]'],
    );
    const quantifier = fc.constantFrom('', '', '*', '+?', '?', '{2}', '{0,2}');
    const pattern = fc
      .array(fc.tuple(atom, quantifier), { maxLength: 6 })
      .map((parts) => parts.map(([one, times]) => (/^(?:\^|\$|\\b)$/.test(one) ? one : one + times)).join(''));
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'A', ' ', '\n', '\r', '\u2028', '1', '_', '-', '[', 'é', '😀', '\\', '{'),
    });
    fc.assert(
      fc.property(pattern, fc.array(text, { maxLength: 8 }), (source, samples) => {
        expectSame(source, samples);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['(?=a)', /^uses look-ahead or look-behind, which cannot be matched in linear time/],
    ['(?<!a)b', /^uses look-ahead/],
    ['(a)\\1', /^uses back-references/],
    ['(?<n>a)\\k<n>', /^uses back-references/],
    ['(?i:a)', /^uses inline flags/],
    ['(', /^is not a valid regular expression of ECMA-262/],
    ['\\a', /^is not a valid regular expression/],
    ['a{1,2000}', /^cannot be matched in linear time/],
    ['((a{100}){100}){100}', /^cannot be matched in linear time/],
    ['a'.repeat(1025), /^has 1025 characters, more than the 1024 allowed/],
    ['(?:[ab]{900}){1}'.repeat(6), /^compiles to more than the 4000 steps allowed/],
  ])('refuses %s', (pattern, message) => {
    expect(() => compileLinearPattern(pattern)).toThrow(message);
  });

  it('ends on patterns that take a backtracking engine for ever', () => {
    const text = `${'a'.repeat(50_000)}!`;
    for (const pattern of ['^(a+)+$', '^(a|aa)+$', '^(a|a)*$', '(x+x+)+y', '^([a-z]+)*[0-9]$']) {
      expect(compileLinearPattern(pattern).test(text)).toBe(false);
    }
  });
});
