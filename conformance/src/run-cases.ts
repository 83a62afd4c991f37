import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder, type CasePlace } from './case-folder.js';
import type { ConformanceCase } from './cases/conformance-case.js';
import type { Driver } from './drivers/driver.js';
import { runCase, type CaseResult } from './run-case.js';
import { runTwinCase } from './run-twin-case.js';

export interface RunOptions {
  readonly driver: Driver;
  /** A second face of the same product: every call goes through both, and the answers have to be the same bytes. */
  readonly twin?: Driver | undefined;
  /** Absolute path of the folder with the fixture packs. */
  readonly fixtures: string;
  /** Cases at once, at most what the driver allows. */
  readonly jobs: number;
  /** Ids of cases that are not run. */
  readonly skip: ReadonlySet<string>;
  /** Ends the run when aborted: what has not begun is not run. */
  readonly signal?: AbortSignal | undefined;
  readonly onResult?: (result: CaseResult) => void;
}

/** Runs cases, several at once, and answers their results in the order of the cases; fewer when it was ended. */
export async function runCases(cases: readonly ConformanceCase[], options: RunOptions): Promise<readonly CaseResult[]> {
  const results: (CaseResult | undefined)[] = [];
  const queue = cases.entries();
  const work = async (place: CasePlace): Promise<void> => {
    for (const [index, one] of queue) {
      if (options.signal?.aborted === true) return;
      const result = options.skip.has(one.id) ? skipped(one) : await runOne(one, options, place);
      results[index] = result;
      options.onResult?.(result);
    }
  };
  const root = mkdtempSync(join(tmpdir(), 'hcp-conformance-'));
  try {
    const workers = Math.max(1, Math.min(options.jobs, options.driver.concurrency));
    const { fixtures } = options;
    const places = Array.from({ length: workers }, (_, index) => ({ fixtures, root: join(root, String(index)) }));
    await Promise.all(places.map(work));
  } finally {
    removeFolder(root);
  }
  return results.filter((result) => result !== undefined);
}

function runOne(one: ConformanceCase, { driver, twin }: RunOptions, place: CasePlace): Promise<CaseResult> {
  return twin === undefined ? runCase(one, driver, place) : runTwinCase(one, { first: driver, second: twin }, place);
}

function skipped({ id, title, clauses }: ConformanceCase): CaseResult {
  return { id, title, clauses, status: 'skipped', reasons: ['skipped by name'], durationMs: 0 };
}
