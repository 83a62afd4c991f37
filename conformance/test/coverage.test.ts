import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConformanceCase } from '../src/cases/conformance-case.js';
import { coverageFaults, isRefusal } from '../src/coverage.js';
import { clauseOf, requirements, type Requirement } from '../src/requirements.js';
import { loadSuite } from '../src/suite.js';
import { validateCase } from './support.js';

const duty: Requirement = { id: '3.7-meta', text: 'A duty.' };
const refusal = validateCase({ valid: false });
const citing = (clauses: readonly string[], id = '3.7/pack'): ConformanceCase => ({ ...refusal, clauses, id });

describe('the suite', () => {
  const { cases, faults } = loadSuite();

  it('has no fault: every requirement is cited, every citation known, every key known', () => {
    expect(faults).toEqual([]);
  });

  it('has at least 220 cases, most of them refusals', () => {
    expect(cases.length).toBeGreaterThanOrEqual(220);
    expect(cases.filter(isRefusal).length).toBeGreaterThan(cases.length / 2);
  });

  it('has a title of its own for each case', () => {
    const titles = cases.map(({ title, op }) => `${op} ${title}`);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  it('uses every fixture pack', () => {
    const used = new Set(cases.flatMap(({ packs }) => packs));
    expect(readdirSync(join(import.meta.dirname, '..', 'packs')).filter((pack) => !used.has(pack))).toEqual([]);
  });

  it('gives a reason wherever a requirement has no case', () => {
    const unseen = requirements.filter(({ seenFrom }) => seenFrom !== undefined);
    expect(unseen.filter(({ seenFrom }) => (seenFrom?.reason ?? '').length < 20)).toEqual([]);
    expect(unseen.length).toBeLessThan(requirements.length / 4);
  });

  it('names, for what only HTTP shows, tests that are there', () => {
    const named = requirements
      .filter(({ seenFrom }) => seenFrom?.where === 'http')
      .flatMap(({ id, seenFrom }) => {
        const files = (seenFrom?.reason ?? '').split('; ').slice(1);
        expect(files, id).not.toEqual([]);
        return files;
      });
    for (const text of named) {
      const [, path = '', quoted = ''] = /^([^:]+): (".+")$/.exec(text) ?? [];
      const source = readFileSync(join(import.meta.dirname, '..', '..', path), 'utf8');
      for (const title of JSON.parse(`[${quoted}]`) as readonly string[]) expect(source).toContain(title);
    }
  });
});

describe('coverageFaults', () => {
  it('is satisfied by a suite that proves what it lists', () => {
    expect(coverageFaults([refusal], [duty])).toEqual([]);
  });

  it.each([
    ['no case', [], [duty], 'there is no case'],
    ['a requirement without a case', [refusal], [duty, { id: '6.1', text: '' }], 'requirement 6.1 is cited by no case'],
    ['a case that cites none', [refusal, citing([])], [duty], 'cites no requirement'],
    [
      'a case that cites an unknown id',
      [refusal, citing(['3.7-mata'])],
      [duty],
      'cites 3.7-mata, which is no requirement',
    ],
    ['a case in another folder', [citing(['3.7-meta'], '6.1/pack')], [duty], 'belongs into folder 3.7'],
    ['a requirement listed twice', [refusal], [duty, duty], 'requirement 3.7-meta is listed twice'],
    [
      'a cited requirement that is marked unseen',
      [refusal],
      [{ ...duty, seenFrom: { where: 'http', reason: 'r' } }],
      'marked as not to be seen',
    ],
    ['more passes than refusals', [validateCase({ valid: true })], [duty], '0 of 1 cases are refusals'],
  ] as const)('finds %s', (...[, cases, list, fault]) => {
    expect(coverageFaults(cases, list)).toContainEqual(expect.stringContaining(fault));
  });
});

it.each([
  ['6.3.6', '6.3'],
  ['6.4.6-cwd', '6.4'],
  ['P3-dash', 'P3'],
  ['3-object', '3'],
  ['6.1', '6.1'],
])('files %s under %s', (id, clause) => {
  expect(clauseOf(id)).toBe(clause);
});
