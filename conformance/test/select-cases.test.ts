import { expect, it } from 'vitest';
import { selectCases } from '../src/select-cases.js';
import { callCase } from './support.js';

const cases = [
  { ...callCase(), id: '6.3/a', clauses: ['6.3.6', '6.1'] },
  { ...callCase(), id: 'P3/dash', clauses: ['P3-dash'] },
  { ...callCase(), id: 'P3/dash-number', clauses: ['P3-dash-exempt'] },
];
const chosen = (...only: readonly string[]): readonly string[] => selectCases(cases, only).map(({ id }) => id);

it.each([
  [[], ['6.3/a', 'P3/dash', 'P3/dash-number']],
  [['6.3'], ['6.3/a']],
  [['6.1'], ['6.3/a']],
  [['P3-dash'], ['P3/dash', 'P3/dash-number']],
  [['P3-dash-exempt'], ['P3/dash-number']],
  [['P3/dash'], ['P3/dash']],
  [['P3/dash-*'], ['P3/dash-number']],
  [['*'], []],
  [['*/*'], ['6.3/a', 'P3/dash', 'P3/dash-number']],
  [['6'], ['6.3/a']],
  [['P'], []],
  [
    ['6.3', 'P3/dash'],
    ['6.3/a', 'P3/dash'],
  ],
])('chooses by %j', (only, ids) => {
  expect(chosen(...only)).toEqual(ids);
});
