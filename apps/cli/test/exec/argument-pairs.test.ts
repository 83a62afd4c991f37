import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePairs } from '../../src/exec/argument-pairs.js';

describe('parsePairs', () => {
  it('divides at the first =, so that a name may hold a colon and a value anything', () => {
    expect(parsePairs(['a=b=c', 'x:y=1', 'empty=', 'k:={"a":1}', '__proto__=x', 'constructor=y'])).toEqual([
      { name: 'a', text: 'b=c' },
      { name: 'x:y', text: '1' },
      { name: 'empty', text: '' },
      { name: 'k', json: '{"a":1}' },
      { name: '__proto__', text: 'x' },
      { name: 'constructor', text: 'y' },
    ]);
  });

  it('keeps any name and value as they are', () => {
    const name = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !/=|:$|\uFFFD/.test(text));
    const text = fc.string({ unit: 'binary' }).filter((one) => !one.includes('\uFFFD'));
    fc.assert(
      fc.property(name, text, (key, value) => {
        expect(parsePairs([`${key}=${value}`])).toEqual([{ name: key, text: value }]);
      }),
    );
  });

  it.each([
    ['novalue', 'argument "novalue" is not k=v'],
    ['=v', 'argument "" has no key'],
    [':=1', 'argument ":" has no key'],
    ['k:=', 'argument "k" is not JSON'],
    ['k:=nope', 'argument "k" is not JSON'],
    ['k:=1,"confirm":true', 'argument "k" is not JSON'],
    ['k:=1}', 'argument "k" is not JSON'],
    ['k=a\uFFFD', 'argument "k" holds U+FFFD, which stands for bytes that are not UTF-8'],
    ['k:=\uFEFF1', 'argument "k" is not JSON'],
  ])('refuses %j', (word, message) => {
    expect(() => parsePairs([word])).toThrow(message);
  });

  it.each([[['a=1', 'a=2']], [['a=1', 'a:=2']], [['__proto__=1', '__proto__=2']]])(
    'refuses a name given twice: %j',
    (words) => {
      expect(() => parsePairs(words)).toThrow(/is given twice$/);
    },
  );

  it('never shows the value of a word it refuses', () => {
    expect(() => parsePairs(['k:=s3cret'])).toThrow(/^argument "k" is not JSON$/);
  });
});
