import { expect, it } from 'vitest';
import { table } from '../../src/output/table.js';

it('aligns columns by what is seen after escaping, and ends no line in spaces', () => {
  expect(
    table([
      ['A', 'B'],
      ['\u001b', 'x'],
      ['long one', ''],
    ]),
  ).toEqual(['A         B', '\\u001b    x', 'long one']);
});
