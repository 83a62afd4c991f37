import type { ConformanceCase } from './cases/conformance-case.js';
import type { Driver } from './drivers/driver.js';
import { runCase, type CaseResult } from './run-case.js';

export interface RunOptions {
  readonly driver: Driver;
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
  const work = async (): Promise<void> => {
    for (const [index, one] of queue) {
      if (options.signal?.aborted === true) return;
      const result = options.skip.has(one.id) ? skipped(one) : await runCase(one, options.driver, options.fixtures);
      results[index] = result;
      options.onResult?.(result);
    }
  };
  const workers = Math.max(1, Math.min(options.jobs, options.driver.concurrency));
  await Promise.all(Array.from({ length: workers }, work));
  return results.filter((result) => result !== undefined);
}

function skipped({ id, title, clauses }: ConformanceCase): CaseResult {
  return { id, title, clauses, status: 'skipped', reasons: ['skipped by name'], durationMs: 0 };
}
