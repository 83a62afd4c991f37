import { pointer, type Issue } from '@hcp/manifest';

/** An error at a place of `policy.json` (profile P4). */
export function invalidPolicy(path: readonly string[], reason: string): Issue {
  const place = pointer(path);
  return inPolicyFile({ code: 'invalid_meta', message: `${place} ${reason}`, path: place, severity: 'error' });
}

/** Says which of a pack's two files an issue is about: both have a `/verbs`. */
export function inPolicyFile(issue: Issue): Issue {
  return { ...issue, message: `${issue.message} (policy.json)` };
}
