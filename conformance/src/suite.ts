import { fileURLToPath } from 'node:url';
import { loadCases, type LoadedCases } from './cases/load-cases.js';
import { coverageFaults } from './coverage.js';
import { requirements } from './requirements.js';

/** Absolute path of the fixture packs of this package. */
export const fixturePacks: string = fileURLToPath(new URL('../packs', import.meta.url));

const caseFolder = fileURLToPath(new URL('../cases', import.meta.url));

/** Every case of this package, and what is wrong with the suite; a fault fails any run. */
export function loadSuite(): LoadedCases {
  const { cases, faults } = loadCases(caseFolder);
  return { cases, faults: [...faults, ...coverageFaults(cases, requirements)] };
}
