import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSuite } from '../src/suite.js';

interface Fault {
  readonly id: string;
  readonly fault: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly face: string;
  readonly cases: readonly string[];
}

const repository = join(import.meta.dirname, '..', '..');
const read = (...path: readonly string[]): string => readFileSync(join(repository, ...path), 'utf8');
const faults = JSON.parse(read('conformance', 'faults', 'faults.json')) as readonly Fault[];

describe('the seeded faults', () => {
  it('are at least a hundred, each with an id and a text of its own', () => {
    expect(faults.length).toBeGreaterThanOrEqual(100);
    for (const member of ['id', 'fault'] as const) {
      const texts = faults.map((one) => one[member]);
      expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
    }
  });

  it.each(faults)('$id changes a text that stands in the source exactly once', ({ file, find, replace }) => {
    expect(replace).not.toBe(find);
    expect(read(file).split(find).length - 1, `${find} in ${file}; mend conformance/faults/faults.json`).toBe(1);
  });

  it('are each caught by a case that is there', () => {
    const { cases } = loadSuite();
    const ids = new Set(cases.map(({ id }) => id));
    expect(faults.filter(({ cases: named }) => named.length === 0).map(({ id }) => id)).toEqual([]);
    expect(faults.flatMap(({ cases: named }) => named).filter((id) => !ids.has(id))).toEqual([]);
  });

  it('stand in docs/conformance.md with the cases that catch them', () => {
    const page = read('docs', 'conformance.md');
    const table = page.slice(page.indexOf('<!-- faults -->'), page.indexOf('<!-- /faults -->'));
    const rows = table
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2)
      .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
      .map(([, fault, file, named]) => [fault, file, named]);
    expect(rows).toEqual(faults.map(({ fault, file, cases }) => [fault, file, cases.join(', ')]));
  });
});
