import { invalidAt, warningAt } from './issue.js';
import type { Issue } from './manifest.js';

export const mostIssues = 1000;

/** Errors before warnings, and of a file of a million mistakes the first thousand, the last of them saying so. */
export function firstIssues(issues: readonly Issue[]): readonly Issue[] {
  const errors = issues.filter(({ severity }) => severity === 'error');
  const sorted = [...errors, ...issues.filter(({ severity }) => severity === 'warning')];
  if (sorted.length <= mostIssues) return sorted;
  const unlisted = 'has more findings than are listed; correct these first';
  // one place is for saying so
  const summary = errors.length > 0 ? invalidAt('/', unlisted) : warningAt('unlisted', '/', unlisted);
  return [summary, ...sorted.slice(0, mostIssues - 1)];
}
