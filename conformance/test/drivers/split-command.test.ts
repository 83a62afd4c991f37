import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitCommand } from '../../src/drivers/split-command.js';

describe('splitCommand', () => {
  it.each([
    ['node driver.mjs', ['node', 'driver.mjs']],
    ['  a\tb  ', ['a', 'b']],
    [`a "b c" 'd "e'`, ['a', 'b c', 'd "e']],
    ['a "" b', ['a', '', 'b']],
    ['a b\\ c', ['a', 'b c']],
    ['a "b\\"c"', ['a', 'b"c']],
    [`a 'b\\c'`, ['a', 'b\\c']],
    ['a --x="b c"d', ['a', '--x=b cd']],
    ['a $HOME `id` * ; b', ['a', '$HOME', '`id`', '*', ';', 'b']],
  ])('splits %j', (line, words) => {
    expect(splitCommand(line)).toEqual(words);
  });

  it.each(['', '   ', 'a "b', "a 'b", 'a \\'])('refuses %j', (line) => {
    expect(splitCommand(line)).toBeUndefined();
  });

  it('gives back any words that were quoted', () => {
    const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (words) => {
        expect(splitCommand(words.map(quote).join(' '))).toEqual(words);
      }),
    );
  });
});
