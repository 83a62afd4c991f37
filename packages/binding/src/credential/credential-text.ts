import { HcpError } from '@hcp/pipeline';
import { checkCredential } from './check-credential.js';
import type { Credential } from './credential.js';
import { printCredentialRecord } from './credential-record.js';
import { isExpired } from './is-expired.js';
import { largestRecord, parseRecordJson } from './parse-record-json.js';

/** A credential handed in for a family. */
export interface CredentialText {
  readonly family: string;
  /** The JSON of a credential (profile P7): `{ "env"?, "headers"?, "plain"?, "expires_at"? }`. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What is stored about a family; never a secret. */
export interface CredentialSummary {
  readonly family: string;
  readonly packs: readonly string[];
  readonly variables: readonly string[];
  readonly headers: readonly string[];
  readonly expires_at: string | null;
}

/** Reads a credential that is to be stored. Throws `HcpError` `credential_invalid`, which shows nothing of the text. */
export function readCredentialText({ family, text, now }: CredentialText): Credential {
  const parsed = parseRecordJson(text);
  if (!parsed.ok) throw invalid(family, parsed.reason);
  const checked = checkCredential(parsed.value, '');
  if (!checked.ok) throw invalid(family, checked.reason);
  if (isExpired(checked.value, now())) {
    throw invalid(family, `/expires_at is ${checked.value.expiresAt ?? ''}, which has passed`);
  }
  return checked.value;
}

/**
 * Checks the text of a credential as connecting it does, and touches nothing: for a caller that has to record what it
 * is about to do. Throws `HcpError` `credential_invalid`, which shows nothing of the text.
 */
export function checkCredentialText(request: CredentialText): void {
  readCredentialText(request);
}

/** Sorted, each once. */
export const withPack = (packs: readonly string[], packId: string): readonly string[] =>
  [...new Set([...packs, packId])].sort();

/** The record to store. Throws `HcpError` `credential_invalid` for one that no runtime would read back. */
export function printConnected(family: string, packs: readonly string[], credential: Credential): string {
  const text = printCredentialRecord(packs, credential);
  if (Buffer.byteLength(text) > largestRecord) {
    throw invalid(family, `is larger than ${largestRecord} bytes with the packs it serves`);
  }
  return text;
}

export function summarise(family: string, packs: readonly string[], credential: Credential): CredentialSummary {
  return {
    family,
    packs,
    variables: Object.keys(credential.env),
    headers: Object.keys(credential.headers),
    expires_at: credential.expiresAt ?? null,
  };
}

function invalid(family: string, reason: string): HcpError {
  return new HcpError(
    'credential_invalid',
    `credential for family "${family}": ${reason}. Nothing is stored; a credential is ` +
      '{"env": {NAME: value}, "headers": {name: value}, "plain": [names that are not secret], "expires_at": date-time}.',
  );
}
