import { parseManifest, type Issue, type Manifest } from '@hcp/manifest';
import { normalisePolicy } from './normalise-policy.js';
import { packWarnings } from './pack-warnings.js';
import type { Policy } from './policy.js';
import { checkEntries, surfaceIdOf } from './policy-rules.js';
import { readPolicyFile, type PolicyFileContent } from './read-policy-file.js';

/** The two files of a pack as read; `policy` is `undefined` where there is no `policy.json`. */
export interface PackFiles {
  readonly surface: string | Uint8Array;
  readonly policy: string | Uint8Array | undefined;
}

/** What became of a pack's two files. */
export interface PackValidation {
  /** No issue is an error; warnings may be among them. */
  readonly valid: boolean;
  /** Of `surface.json`, then of `policy.json`, then what the two say to each other. */
  readonly issues: readonly Issue[];
  /** Present when `valid`. */
  readonly manifest?: Manifest;
  /** Present when `valid`. */
  readonly policy?: Policy;
}

/** Validates a pack's manifest and policy alone and against each other (§3.7, profile P4, P5). Never throws on any content. */
export async function validatePack({ surface, policy }: PackFiles): Promise<PackValidation> {
  const file = await readPolicyOf(policy);
  const surfaceId = surfaceIdOf(file.value);
  const { manifest, ...parsed } = await parseManifest(surface, surfaceId === undefined ? {} : { surfaceId });
  const issues = [...parsed.issues, ...file.issues, ...checkEntries(file.value, manifest?.verbs)];
  if (manifest === undefined || issues.some(({ severity }) => severity === 'error')) return { valid: false, issues };
  const read = normalisePolicy(file.value);
  return { valid: true, issues: [...issues, ...packWarnings(manifest, read)], manifest, policy: read };
}

async function readPolicyOf(source: PackFiles['policy']): Promise<PolicyFileContent> {
  if (source !== undefined) return readPolicyFile(source);
  const message = '/ policy.json is missing, so no verb of this pack may run; add one beside surface.json';
  return { value: undefined, issues: [{ code: 'invalid_meta', message, path: '/', severity: 'error' }] };
}
