import { describe, expect, it } from 'vitest';
import { inMode } from '../../src/cases/in-mode.js';
import { selectCases } from '../../src/select-cases.js';
import { loadSuite } from '../../src/suite.js';

const { cases } = loadSuite();
const modeIn = (id: string): unknown => {
  const [one] = selectCases(cases, [id]).map((found) => inMode(found, 'sandbox'));
  return one?.op === 'exec' ? one.sandbox.mode : one?.op;
};

describe('a case in mode sandbox', () => {
  it('is run in it when it names no mode, and as it is when it does', () => {
    expect(modeIn('6.3/unknown-pack')).toBe('sandbox');
    expect(modeIn('P9/sandbox-mode')).toBe('sandbox');
    expect(modeIn('6.4/hcp-sandbox')).toBe('native-local');
    expect(modeIn('3.7/id-missing')).toBe('validate');
  });

  it('is run as it is when it is about code in the runtime’s own process', () => {
    const composite = cases.filter(({ clauses }) => clauses.some((clause) => clause.startsWith('P12-composite')));
    expect(composite.length).toBeGreaterThan(0);
    expect(composite.map((one) => inMode(one, 'sandbox'))).toEqual(composite);
  });
});
