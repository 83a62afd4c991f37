import { parseEnvelope } from '@hcp/pipeline';
import type { Verb } from '@hcp/manifest';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePairs } from '../../src/exec/argument-pairs.js';
import { declaredTypes } from '../../src/exec/declared-types.js';
import { envelopeText, mayBeTyped, memberText } from '../../src/exec/envelope-text.js';

function argumentsOf(words: readonly string[], verb?: Verb): unknown {
  const types = declaredTypes(verb);
  const parsed = parseEnvelope(
    envelopeText(
      'p',
      'v',
      parsePairs(words).map((one) => memberText(one, types)),
    ),
  );
  return parsed.ok ? parsed.envelope.args : parsed.reason;
}

/** No integer beyond ±(2^53−1), which is refused and has a test of its own. */
function carriesExactly(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(carriesExactly);
}

const verb: Verb = {
  args: {
    properties: {
      number: { type: 'number' },
      integer: { type: 'integer' },
      boolean: { type: 'boolean' },
      string: { type: 'string' },
      either: { type: ['integer', 'null'] },
      several: { type: ['string', 'boolean'] },
      free: {},
      open: true,
    },
  },
};

describe('typed k=v', () => {
  it.each([
    ['number=1.50', 1.5],
    ['number=-0.5e1', -5],
    ['number=01', '01'],
    ['number=', ''],
    ['number= 1', ' 1'],
    ['number=true', 'true'],
    ['number=NaN', 'NaN'],
    ['integer=10', 10],
    ['integer=10.0', 10],
    ['integer=1.5', '1.5'],
    ['integer=0x10', '0x10'],
    ['boolean=true', true],
    ['boolean=false', false],
    ['boolean=yes', 'yes'],
    ['boolean=1', '1'],
    ['either=7', 7],
    ['either=null', 'null'],
    ['several=true', true],
    ['several=5', '5'],
    ['string=5', '5'],
    ['free=5', '5'],
    ['open=5', '5'],
    ['undeclared=5', '5'],
    ['confirm=true', true],
    ['confirm=false', false],
    ['confirm=yes', 'yes'],
    ['apply=true', true],
    ['mode=mock', 'mock'],
    ['toString=5', '5'],
  ])('%s', (word, value) => {
    const name = word.slice(0, word.indexOf('='));
    expect(argumentsOf([word], verb)).toEqual({ [name]: value });
  });

  it('reads own members of the schema only', () => {
    const inherited = Object.create({ properties: { n: { type: 'integer' } } }) as Record<string, unknown>;
    expect(argumentsOf(['n=5'], { args: inherited })).toEqual({ n: '5' });
    const properties = Object.create({ n: { type: 'integer' } }) as Record<string, unknown>;
    expect(argumentsOf(['n=5'], { args: { properties } })).toEqual({ n: '5' });
    expect(argumentsOf(['n=5'], { args: true })).toEqual({ n: '5' });
    expect(argumentsOf(['n=5'])).toEqual({ n: '5' });
  });

  it('makes __proto__ an ordinary argument', () => {
    const args = argumentsOf(['__proto__=x', 'constructor:={"a":1}']) as object;
    expect(Object.keys(args)).toEqual(['__proto__', 'constructor']);
  });

  it('refuses an integer that JSON cannot carry exactly, typed or written as JSON', () => {
    const reason = /is an integer JSON cannot carry exactly; send it as a string$/;
    expect(argumentsOf(['integer=9007199254740993'], verb)).toMatch(/^\/args\/integer /);
    expect(argumentsOf(['integer=9007199254740993'], verb)).toMatch(reason);
    expect(argumentsOf(['k:=[1e300]'])).toMatch(reason);
    expect(argumentsOf(['free=9007199254740993'], verb)).toEqual({ free: '9007199254740993' });
  });

  it('refuses duplicate keys and too great a depth inside k:=json', () => {
    expect(argumentsOf(['k:={"a":1,"\\u0061":2}'])).toMatch(/^duplicate key "a" in \/args\/k/);
    expect(argumentsOf([`k:=${'['.repeat(63)}${']'.repeat(63)}`])).toMatch(/^nested deeper than 64 levels/);
    expect(argumentsOf([`k:=${'['.repeat(62)}${']'.repeat(62)}`])).toBeTypeOf('object');
  });

  it('refuses an envelope over 1 MiB however it is built', () => {
    expect(argumentsOf([`k=${'x'.repeat(1024 * 1024)}`])).toMatch(/more than 1048576 bytes/);
  });

  it('carries any text as the string it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((one) => !one.includes('\uFFFD')),
        (text) => {
          expect(argumentsOf([`k=${text}`])).toEqual({ k: text });
        },
      ),
    );
  });

  it('carries any JSON value as it is', () => {
    const json = fc.jsonValue({ stringUnit: 'grapheme' }).filter(carriesExactly);
    fc.assert(
      fc.property(json, (value) => {
        // U+FFFD itself stands for bytes that are no UTF-8, so it is written as its escape.
        const typed = JSON.stringify(value).replaceAll('\uFFFD', '\\ufffd');
        expect(argumentsOf([`k:=${typed}`])).toEqual({
          k: JSON.parse(JSON.stringify(value)) as unknown,
        });
      }),
    );
  });

  it('asks for the schema only where it could matter', () => {
    const typed = (word: string): boolean => parsePairs([word]).some(mayBeTyped);
    expect(['a=x', 'a=', 'a=1x', 'a:=1', 'a=null', 'a=+1'].some(typed)).toBe(false);
    expect(['a=1', 'a=-1.5e3', 'a=true', 'a=false'].every(typed)).toBe(true);
  });
});
