import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ConformanceCase } from './conformance-case.js';
import { readCase } from './read-case.js';

export interface LoadedCases {
  readonly cases: readonly ConformanceCase[];
  /** One sentence for each file that is no case; any of them fails the suite. */
  readonly faults: readonly string[];
}

/** Reads every case below a folder, sorted by id; a file that is none is a fault and not skipped. */
export function loadCases(folder: string): LoadedCases {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  const cases: ConformanceCase[] = [];
  const faults: string[] = [];
  for (const name of names) {
    const id = name
      .split(sep)
      .join('/')
      .replace(/\.json$/, '');
    try {
      if (!name.endsWith('.json')) throw new Error('is not named *.json');
      cases.push(readCase(id, readFileSync(join(folder, name), 'utf8')));
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { cases, faults };
}
