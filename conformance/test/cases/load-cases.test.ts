import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { loadCases } from '../../src/cases/load-cases.js';

const folder = mkdtempSync(join(tmpdir(), 'hcp-cases-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('names every file that is no case and reads the rest', () => {
  mkdirSync(join(folder, '6.1'));
  const good = { clauses: ['6.1'], title: 't', packs: ['p'], envelope: {}, expect: { envelope: {}, ran: true } };
  writeFileSync(join(folder, '6.1', 'good.json'), JSON.stringify(good));
  writeFileSync(join(folder, '6.1', 'misspelt.json'), JSON.stringify({ ...good, expcet: {} }));
  writeFileSync(join(folder, '6.1', 'broken.json'), '{');
  writeFileSync(join(folder, '6.1', 'notes.txt'), 'x');
  const { cases, faults } = loadCases(folder);
  expect(cases.map(({ id }) => id)).toEqual(['6.1/good']);
  expect(faults).toEqual([
    expect.stringContaining('6.1/broken.json: '),
    expect.stringContaining('6.1/misspelt.json: / has an unknown key "expcet"'),
    expect.stringContaining('6.1/notes.txt: is not named *.json'),
  ]);
});
