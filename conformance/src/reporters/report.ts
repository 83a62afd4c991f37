import type { CaseResult } from '../run-case.js';

/** A whole run, as reporters print it. */
export interface Report {
  readonly driver: string;
  readonly results: readonly CaseResult[];
  /** Faults of the suite itself; any of them fails the run. */
  readonly faults: readonly string[];
  readonly allowUnsupported: boolean;
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly unsupported: number;
  readonly skipped: number;
}

export function countResults(results: readonly CaseResult[]): Counts {
  const count = (status: CaseResult['status']): number => results.filter((one) => one.status === status).length;
  return {
    passed: count('passed'),
    failed: count('failed'),
    unsupported: count('unsupported'),
    skipped: count('skipped'),
  };
}

/** Whether the runtime conforms as far as was asked: no fault, no failure, and nothing unsupported unless allowed. */
export function isSuccess({ results, faults, allowUnsupported }: Report): boolean {
  const { failed, unsupported } = countResults(results);
  return faults.length === 0 && results.length > 0 && failed === 0 && (allowUnsupported || unsupported === 0);
}
