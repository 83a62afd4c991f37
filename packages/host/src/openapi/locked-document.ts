import type { PinnedOperations, PinnedPlan } from '@hcp/pipeline';
import { closed, isPlace, isString, isText, listOf, mapOf, type Shape } from '../state/shape.js';

/** An OpenAPI document as it was installed (profile P12): digests, and where its plans stand. */
export interface LockedDocument extends Pick<PinnedOperations, 'file' | 'allowed_addresses'> {
  /** `openapi.path`, or the `openapi.url` it was fetched from. */
  readonly source: string;
  /** Digest of each file the document is made of, by path; of a fetched one by its url. */
  readonly files: Readonly<Record<string, string>>;
  /** Scheme, host and port of every server that a verb is sent to. */
  readonly servers: readonly string[];
  /** Where in the plan file it is said where each plan stands: that grows with the document, and every call reads the lock file. */
  readonly index: PinnedPlan;
}

const sha256: Shape = isText('64 hexadecimal digits', (text) => /^[0-9a-f]{64}$/.test(text));
/** Its part of `packs.lock.json`. */
export const lockedDocument: Shape = closed({
  source: isString,
  files: mapOf(isString, sha256),
  servers: listOf(isString),
  file: isText('the name of a plan file', (text) => /^[a-z0-9][a-z0-9._-]*\.plans$/.test(text)),
  allowed_addresses: listOf(isString),
  index: closed({ at: isPlace, bytes: isPlace, sha256 }),
});
