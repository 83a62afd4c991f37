import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineSplitter, type SplitLine } from '../../src/exec/split-lines.js';

function split(pieces: readonly Buffer[], maxBytes: number): readonly string[] {
  const splitter = createLineSplitter(maxBytes);
  const lines: SplitLine[] = [];
  for (const piece of pieces) lines.push(...splitter.push(piece));
  lines.push(...splitter.end());
  return lines.map((line) => (line === 'too_large' ? line : line.toString('latin1')));
}

describe('createLineSplitter', () => {
  it('gives the same lines however the stream is cut', () => {
    const text = fc.array(fc.constantFrom('a', 'bb', '\n', '\r\n', '\r', 'é', ' '), { maxLength: 60 });
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 5 })), (parts, cuts) => {
        const whole = Buffer.from(parts.join(''));
        const pieces: Buffer[] = [];
        let at = 0;
        for (const cut of cuts) pieces.push(whole.subarray(at, (at += cut)));
        pieces.push(whole.subarray(at));
        expect(split(pieces, 8)).toEqual(split([whole], 8));
      }),
    );
  });

  it('knows line feeds, a carriage return before one, and a last line without', () => {
    expect(split([Buffer.from('a\nb\r\n\nc')], 10)).toEqual(['a', 'b', '', 'c']);
    expect(split([Buffer.from('a\n')], 10)).toEqual(['a']);
    expect(split([], 10)).toEqual([]);
    expect(split([Buffer.from('a\rb\n')], 10)).toEqual(['a\rb']);
  });

  it('counts a line without its ending, and goes on behind one that is too large', () => {
    expect(split([Buffer.from('12345678\r\n123456789\n12345678\n1234567890\r\nok')], 8)).toEqual([
      '12345678',
      'too_large',
      '12345678',
      'too_large',
      'ok',
    ]);
  });

  it('lets a line go that never ends, and finds the next one', () => {
    const splitter = createLineSplitter(1024);
    for (let count = 0; count < 64; count += 1) expect(splitter.push(Buffer.alloc(64, 'x'))).toEqual([]);
    expect(splitter.push(Buffer.from('\nnext\n')).map(String)).toEqual(['too_large', 'next']);
  });
});
