import type { ConformanceCase } from './cases/conformance-case.js';

/** The cases that one of the patterns names; all of them without a pattern. */
export function selectCases(cases: readonly ConformanceCase[], only: readonly string[]): readonly ConformanceCase[] {
  if (only.length === 0) return cases;
  return cases.filter((one) => only.some((pattern) => isNamed(one, pattern)));
}

/** A clause names what cites it or anything below it; everything else is a glob over ids, `*` and `?` within a part. */
function isNamed({ id, clauses }: ConformanceCase, pattern: string): boolean {
  const below = [`${pattern}.`, `${pattern}-`];
  if (clauses.some((clause) => clause === pattern || below.some((start) => clause.startsWith(start)))) return true;
  const glob = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]');
  return new RegExp(`^${glob}$`).test(id);
}
