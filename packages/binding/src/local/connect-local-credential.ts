import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import { checkCredential } from '../credential/check-credential.js';
import type { Credential } from '../credential/credential.js';
import { parseCredentialRecord, printCredentialRecord } from '../credential/credential-record.js';
import { isExpired } from '../credential/is-expired.js';
import { largestRecord, parseRecordJson } from '../credential/parse-record-json.js';
import { familyFileName } from './family-file-name.js';
import { checkPrivateFolder, readPrivateFile } from './private-file.js';
import { replacePrivateFile } from './replace-private-file.js';
import { systemErrorCode } from './system-error.js';

export interface ConnectRequest {
  /** Absolute path of `credentials/` below the runtime's home; made 0700 when it is not there. */
  readonly directory: string;
  readonly family: string;
  /** The pack the credential serves from now on, beside those it serves already. */
  readonly packId: string;
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

/**
 * Checks the text of a credential as {@link connectLocalCredential} does, and touches no file: for a caller that has
 * to record what it is about to do. Throws `HcpError` `credential_invalid`, which shows nothing of the text.
 */
export function checkCredentialText(request: Pick<ConnectRequest, 'family' | 'text' | 'now'>): void {
  parseCredential(request);
}

/**
 * Stores a credential for a family and adds a pack to those it serves (profile P7). A credential that is there is
 * replaced. The caller holds the lock of the runtime's state. Throws `HcpError` and changes nothing: code
 * `credential_invalid` for the text, `credential_unreadable` for a stored file that does not hold, `credential_unwritable`.
 */
export function connectLocalCredential(request: ConnectRequest): CredentialSummary {
  const { directory, family, packId } = request;
  const credential = parseCredential(request);
  const name = familyFileName(family);
  prepareFolder(directory);
  const packs = [...new Set([...connectedPacks(directory, name), packId])].sort();
  const text = printCredentialRecord(packs, credential);
  if (Buffer.byteLength(text) > largestRecord) {
    throw invalid(family, `is larger than ${largestRecord} bytes with the packs it serves`);
  }
  try {
    replacePrivateFile(directory, name, text);
  } catch (error) {
    throw unwritable(join(directory, name), error);
  }
  return {
    family,
    packs,
    variables: Object.keys(credential.env),
    headers: Object.keys(credential.headers),
    expires_at: credential.expiresAt ?? null,
  };
}

/** Why {@link connectLocalCredential} would leave what is stored for a family as it is, or `undefined`. Changes nothing. */
export function findConnectObstacle(directory: string, family: string): string | undefined {
  try {
    connectedPacks(directory, familyFileName(family));
    return undefined;
  } catch (error) {
    if (error instanceof HcpError) return error.message;
    throw error;
  }
}

function parseCredential({ family, text, now }: Pick<ConnectRequest, 'family' | 'text' | 'now'>): Credential {
  const parsed = parseRecordJson(text);
  if (!parsed.ok) throw invalid(family, parsed.reason);
  const checked = checkCredential(parsed.value, '');
  if (!checked.ok) throw invalid(family, checked.reason);
  if (isExpired(checked.value, now())) {
    throw invalid(family, `/expires_at is ${checked.value.expiresAt ?? ''}, which has passed`);
  }
  return checked.value;
}

function prepareFolder(directory: string): void {
  let problem: string | undefined;
  try {
    // One by one: a recursive mkdir of Node never returns where a folder that is there takes no others, as /proc does.
    for (const folder of [dirname(directory), directory]) makeFolder(folder);
    problem = checkPrivateFolder(directory);
  } catch (error) {
    throw unwritable(directory, error);
  }
  if (problem !== undefined) throw unreadable(directory, problem);
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}

/** The packs the stored record serves; none where nothing is stored. An expired credential may well be replaced. */
function connectedPacks(directory: string, name: string): readonly string[] {
  const file = readPrivateFile(directory, name, largestRecord);
  if (!file.ok && file.absent) return [];
  if (!file.ok) throw unreadable(directory, file.reason);
  const record = parseCredentialRecord(file.bytes);
  if (!record.ok) throw unreadable(directory, `${file.source}: ${record.reason}`);
  return record.value.packs;
}

function invalid(family: string, reason: string): HcpError {
  return new HcpError(
    'credential_invalid',
    `credential for family "${family}": ${reason}. Nothing is stored; a credential is ` +
      '{"env": {NAME: value}, "headers": {name: value}, "plain": [names that are not secret], "expires_at": date-time}.',
  );
}

/** `reason` begins with the folder's own name, which is all that a caller may see; the operator needs the whole path. */
function unreadable(directory: string, reason: string): HcpError {
  return new HcpError(
    'credential_unreadable',
    `${join(dirname(directory), reason)}. It is left as it is; mend it, or move it away and connect each pack again.`,
  );
}

function unwritable(subject: string, cause: unknown): HcpError {
  return new HcpError(
    'credential_unwritable',
    `${subject}: cannot be written (${systemErrorCode(cause) ?? 'unknown fault'})`,
    {
      cause,
    },
  );
}
