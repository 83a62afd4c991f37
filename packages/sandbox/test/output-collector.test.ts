import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOutputCollector } from '../src/output-collector.js';

test('however output is cut into chunks, the text is that of the whole', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 40 }),
      fc.string({ unit: 'grapheme' }),
      (chunks, text) => {
        const all = [
          ...chunks.map((chunk) => Buffer.from(chunk)),
          ...[...Buffer.from(text)].map((byte) => Buffer.of(byte)),
        ];
        const whole = Buffer.concat(all);
        const collector = createOutputCollector(whole.length);
        expect(all.every((chunk) => collector.take(chunk))).toBe(true);
        expect(collector.text()).toBe(whole.toString('utf8'));
        expect(collector.size()).toBe(whole.length);
      },
    ),
  );
});

test('one byte past the limit is told and nothing is kept', () => {
  const collector = createOutputCollector(4);
  expect(collector.take(Buffer.from('abcd'))).toBe(true);
  expect(collector.take(Buffer.from('e'))).toBe(false);
  expect(collector.text()).toBe('');
});

test('a million chunks of one byte cost no more than a few megabytes', () => {
  const collector = createOutputCollector(10_000_000);
  const chunk = Buffer.from('x');
  const before = process.memoryUsage();
  for (let count = 0; count < 1_000_000; count += 1) collector.take(chunk);
  const after = process.memoryUsage();
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(10_000_000);
  expect(collector.text()).toHaveLength(1_000_000);
});

test('nothing is an empty text, also with a limit of nothing', () => {
  expect(createOutputCollector(0).text()).toBe('');
  expect(createOutputCollector(0).take(Buffer.from('x'))).toBe(false);
});
