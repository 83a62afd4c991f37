import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeholders } from '../src/placeholders.js';

const literal = (text: string): object => ({ kind: 'literal', text });
const name = (text: string): object => ({ kind: 'placeholder', name: text });

describe('placeholders', () => {
  it.each([
    ['', []],
    ['a', [literal('a')]],
    ['{{a}}', [name('a')]],
    ['--to={{a}}', [literal('--to='), name('a')]],
    ['{{a}}{{b}}c', [name('a'), name('b'), literal('c')]],
    ['{{ a }}', [name(' a ')]],
    ['{{__proto__}}', [name('__proto__')]],
    ['{{}}', [literal('{{}}')]],
    ['{{a}', [literal('{{a}')]],
    ['{{{a}}}', [literal('{'), name('a'), literal('}')]],
    ['{{a{b}}', [literal('{{a{b}}')]],
  ])('splits %j', (token, parts) => {
    expect(placeholders(token)).toEqual(parts);
  });

  it('loses nothing: the pieces put together are the token', () => {
    const token = fc.string({ unit: fc.constantFrom('{', '}', '{{', '}}', 'a', '-', '=', '\n') });
    fc.assert(
      fc.property(token, (text) => {
        const joined = placeholders(text).map((part) => (part.kind === 'literal' ? part.text : `{{${part.name}}}`));
        expect(joined.join('')).toBe(text);
      }),
    );
  });
});
