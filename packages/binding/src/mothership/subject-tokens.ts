import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import { isObject } from '../credential/check-members.js';
import { parseRecordJson } from '../credential/parse-record-json.js';
import { readPrivateFile, type PrivateFile } from '../local/private-file.js';
import { replacePrivateFile } from '../local/replace-private-file.js';
import { systemErrorCode } from '../local/system-error.js';
import { jwtExpiry } from './jwt-expiry.js';
import type { SubjectToken } from './mothership-hub.js';

/** Whose token it is. */
export interface SubjectOwner {
  readonly tenant: string;
  readonly principalId: string;
}

/** What is known about a stored token; never the token. */
export interface SubjectSummary extends SubjectOwner {
  /** Milliseconds since 1970, when the token says so itself. */
  readonly expiresAt: number | undefined;
}

export interface SubjectPlace extends SubjectOwner {
  /** Absolute path of the folder, which exists and is private. */
  readonly directory: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const largest = 16 * 1024;

const fileName = ({ tenant, principalId }: SubjectOwner): string =>
  `${createHash('sha256')
    .update(JSON.stringify([tenant, principalId]))
    .digest('hex')}.json`;

/**
 * Checks a token that is to be exchanged for others. Throws `HcpError` `subject_token_invalid`, which shows nothing of
 * it: for one that no header could carry, or that says of itself that it has expired.
 */
export function readSubjectTokenText(text: string, now: number): string {
  const token = text.trim();
  const invalid = (rule: string): HcpError =>
    new HcpError('subject_token_invalid', `the subject token ${rule}. Nothing is stored.`);
  if (!/^[\x21-\x7e]+$/.test(token)) throw invalid('must be one word of printable ASCII, such as a JWT');
  if (token.length > largest) throw invalid(`must not be longer than ${largest} characters`);
  const expiresAt = jwtExpiry(token);
  if (expiresAt !== undefined && expiresAt <= now) throw invalid('has expired; sign in anew and pass the new one');
  return token;
}

/** Stores the token of one principal in place of an earlier one. The caller holds the lock of the runtime's state. */
export function storeSubjectToken(place: SubjectPlace, text: string): SubjectSummary {
  const { directory, tenant, principalId, now } = place;
  const token = readSubjectTokenText(text, now());
  const stored = { version: 1, tenant, principal_id: principalId, token };
  try {
    replacePrivateFile(directory, fileName(place), `${JSON.stringify(stored)}\n`);
  } catch (error) {
    const code = systemErrorCode(error) ?? 'unknown fault';
    throw new HcpError('subject_token_unwritable', `${directory}: cannot be written (${code})`, { cause: error });
  }
  return { tenant, principalId, expiresAt: jwtExpiry(token) };
}

/** The stored token of one principal, or why there is none to use. */
export function findSubjectToken(place: SubjectPlace): SubjectToken {
  const { directory, now } = place;
  const file = readPrivateFile(directory, fileName(place), largest * 2);
  if (!file.ok && file.absent) {
    return { ok: false, reason: 'this principal has no subject token; run hcp connect --subject-token' };
  }
  const stored = parseStored(file);
  if (!stored.ok) return stored;
  const { token, tenant, principalId } = stored.value;
  if (tenant !== place.tenant || principalId !== place.principalId) {
    return { ok: false, reason: `${basename(directory)}/${fileName(place)}: belongs to another principal` };
  }
  const expiresAt = jwtExpiry(token);
  if (expiresAt === undefined || now() < expiresAt) return { ok: true, token };
  const when = new Date(expiresAt).toISOString();
  return { ok: false, reason: `the subject token expired at ${when}; run hcp connect --subject-token with a new one` };
}

/** Whether there was one. */
export function removeSubjectToken(directory: string, owner: SubjectOwner): boolean {
  try {
    rmSync(join(directory, fileName(owner)));
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** The owners of the stored tokens; a file that does not hold is left out. */
export function listSubjectTokens(directory: string): readonly SubjectSummary[] {
  return namesIn(directory).flatMap((name) => {
    const stored = parseStored(readPrivateFile(directory, name, largest * 2));
    if (!stored.ok) return [];
    const { token, tenant, principalId } = stored.value;
    return [{ tenant, principalId, expiresAt: jwtExpiry(token) }];
  });
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).filter((name) => /^[0-9a-f]{64}\.json$/.test(name));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

type Stored =
  | { readonly ok: true; readonly value: SubjectOwner & { readonly token: string } }
  | { readonly ok: false; readonly reason: string };

function parseStored(file: PrivateFile): Stored {
  if (!file.ok) return { ok: false, reason: file.reason };
  const parsed = parseRecordJson(file.bytes);
  const value = parsed.ok && isObject(parsed.value) ? parsed.value : {};
  const { version, tenant, principal_id: principalId, token } = value;
  return version === 1 && typeof tenant === 'string' && typeof principalId === 'string' && typeof token === 'string'
    ? { ok: true, value: { tenant, principalId, token } }
    : { ok: false, reason: `${file.source}: is no stored token; move it away` };
}
