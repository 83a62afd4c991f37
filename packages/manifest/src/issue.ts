import type { Issue } from './manifest.js';

/** Prints an issue as `code: message` (profile P4). */
export function formatIssue(issue: Pick<Issue, 'code' | 'message'>): string {
  return `${issue.code}: ${issue.message}`;
}

/** An error at a place of a file: `invalid_meta: <path> <reason>` (profile P4). */
export function invalidAt(path: string, reason: string): Issue {
  return { code: 'invalid_meta', message: `${path} ${reason}`, path, severity: 'error' };
}

/** Something that works and should be looked at: `<code>: <path> <reason>`. */
export function warningAt(code: string, path: string, reason: string): Issue {
  return { code, message: `${path} ${reason}`, path, severity: 'warning' };
}
