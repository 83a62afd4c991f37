import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineDiff } from '../../src/openapi-import/line-diff.js';

const few = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 }).map((lines) => lines.join('\n'));

test('Equal texts differ in nothing', () => {
  fc.assert(
    fc.property(few, (text) => {
      expect(lineDiff(text, text)).toEqual([]);
    }),
  );
});

test('What goes and what comes are all that tells one text from another', () => {
  fc.assert(
    fc.property(few, few, (one, other) => {
      const count = (lines: readonly string[], line: string): number => lines.filter((text) => text === line).length;
      const diff = lineDiff(one, other);
      for (const line of ['a', 'b', 'c', '']) {
        const change = count(other.split('\n'), line) - count(one.split('\n'), line);
        expect(count(diff, `+ ${line}`) - count(diff, `- ${line}`)).toBe(change);
      }
    }),
  );
});

test('A change is shown with two lines around it, and far apart with a gap', () => {
  const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`);
  const changed = lines.map((line, at) => (at === 3 || at === 15 ? `${line}!` : line));
  expect(lineDiff(lines.join('\n'), changed.join('\n'))).toEqual([
    ...['…', '  line 1', '  line 2', '- line 3', '+ line 3!', '  line 4', '  line 5', '…'],
    ...['  line 13', '  line 14', '- line 15', '+ line 15!', '  line 16', '  line 17', '…'],
  ]);
});

test('A large difference is bounded', () => {
  const text = (mark: string): string => Array.from({ length: 50_000 }, (_, at) => `${mark}${at}`).join('\n');
  const diff = lineDiff(text('a'), text('b'));
  expect(diff).toHaveLength(201);
  expect(diff.at(-1)).toBe('… and 99800 more lines');
});
