import type { Issue, Manifest } from '@hcp/manifest';
import { normalisePolicy } from './normalise-policy.js';
import type { Policy } from './policy.js';
import { checkEntries, checkSurfaceId } from './policy-rules.js';
import { readPolicyFile } from './read-policy-file.js';

/** What became of a `policy.json`. */
export interface ParsedPolicy {
  readonly valid: boolean;
  readonly issues: readonly Issue[];
  /** Present when `valid`. */
  readonly policy?: Policy;
}

/**
 * Parses and validates a `policy.json` (profile P5), with its manifest also the rules between the two: the ids are
 * equal, and every entry is of a declared verb. Never throws on any content; an issue names the member and the rule.
 */
export async function parsePolicy(
  source: string | Uint8Array,
  manifest?: Pick<Manifest, 'id' | 'verbs'>,
): Promise<ParsedPolicy> {
  const { value, issues } = await readPolicyFile(source);
  const mismatch = manifest === undefined ? [] : checkSurfaceId(value, manifest.id);
  const all = [...issues, ...mismatch, ...checkEntries(value, manifest?.verbs)];
  return all.length > 0 ? { valid: false, issues: all } : { valid: true, issues: [], policy: normalisePolicy(value) };
}
