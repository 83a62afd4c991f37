import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeJson, escapeLines, escapeText } from '../../src/output/escape-text.js';

const hostile = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const anyText = fc.string({ unit: 'binary' });
const nastyText = fc
  .array(
    fc.constantFrom(
      '\u001b[2J',
      '\u009b',
      '\u202e',
      '\u2066',
      '\u200f',
      '\n',
      '\r',
      '\u2028',
      '\ud800',
      'a',
      '\u{e0041}',
      '😀',
    ),
  )
  .map((parts) => parts.join(''));

describe('escapeText', () => {
  it('leaves no control, escape, bidi or line-separating character in any text', () => {
    fc.assert(fc.property(fc.oneof(anyText, nastyText), (text) => !hostile.test(escapeText(text))));
  });

  it('leaves a text without such characters as it is, and is stable', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = escapeText(text);
        expect(escapeText(once)).toBe(once);
        if (!hostile.test(text)) expect(once).toBe(text);
      }),
    );
  });

  it('spells each kind so that it can be read', () => {
    expect(escapeText('a\u001b[1mb\nc\td\r\u202e\u{e0041}\ud800é😀')).toBe(
      'a\\u001b[1mb\\nc\\td\\r\\u202e\\u{e0041}\\ud800é😀',
    );
  });
});

describe('escapeLines', () => {
  it('keeps the line feeds and tabs of a text and nothing else that could move a cursor', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, nastyText), (text) => {
        const escaped = escapeLines(text);
        expect(escaped.split('\n')).toHaveLength(text.split('\n').length);
        expect(escaped.replaceAll('\n', '').replaceAll('\t', '')).not.toMatch(hostile);
      }),
    );
  });
});

describe('escapeJson', () => {
  it('gives the same JSON value without such a character', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, nastyText), (text) => {
        const escaped = escapeJson(JSON.stringify({ text }));
        expect(JSON.parse(escaped)).toEqual({ text });
        expect(escaped).not.toMatch(hostile);
      }),
    );
  });
});
