import { fileJson, issuesOfSchemaErrors, parseJson, type Issue } from '@hcp/manifest';
import { inPolicyFile, invalidPolicy } from './invalid-policy.js';

/** The content of a `policy.json` and what its schema says about it. */
export interface PolicyFileContent {
  /** `undefined` where the text is no JSON. */
  readonly value: unknown;
  readonly issues: readonly Issue[];
}

/** Reads a `policy.json` strictly, duplicate keys refused and a BOM accepted, and checks it against its schema (profile P4, P5). */
export async function readPolicyFile(source: string | Uint8Array): Promise<PolicyFileContent> {
  const parsed = parseJson(source, fileJson);
  if (!parsed.ok) return { value: undefined, issues: [invalidPolicy([], parsed.reason)] };
  // only validation needs it, so no call waits for it
  const { policyPatternReasons, validatePolicy } = await import('./generated/policy-validator.js');
  const { value } = parsed;
  const issues = issuesOfSchemaErrors(validatePolicy(value), { value, patternReasons: policyPatternReasons });
  return { value, issues: issues.map(inPolicyFile) };
}
