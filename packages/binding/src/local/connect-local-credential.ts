import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import { parseCredentialRecord } from '../credential/credential-record.js';
import {
  printConnected,
  readCredentialText,
  summarise,
  withPack,
  type CredentialSummary,
  type CredentialText,
} from '../credential/credential-text.js';
import { largestRecord } from '../credential/parse-record-json.js';
import { familyFileName } from './family-file-name.js';
import { checkPrivateFolder, readPrivateFile } from './private-file.js';
import { replacePrivateFile } from './replace-private-file.js';
import { systemErrorCode } from './system-error.js';

export interface ConnectRequest extends CredentialText {
  /** Absolute path of `credentials/` below the runtime's home; made 0700 when it is not there. */
  readonly directory: string;
  /** The pack the credential serves from now on, beside those it serves already. */
  readonly packId: string;
}

/**
 * Stores a credential for a family and adds a pack to those it serves (profile P7). A credential that is there is
 * replaced. The caller holds the lock of the runtime's state. Throws `HcpError` and changes nothing: code
 * `credential_invalid` for the text, `credential_unreadable` for a stored file that does not hold, `credential_unwritable`.
 */
export function connectLocalCredential(request: ConnectRequest): CredentialSummary {
  const { directory, family, packId } = request;
  const credential = readCredentialText(request);
  const name = familyFileName(family);
  prepareFolder(directory);
  const packs = withPack(connectedPacks(directory, name), packId);
  const text = printConnected(family, packs, credential);
  try {
    replacePrivateFile(directory, name, text);
  } catch (error) {
    throw unwritable(join(directory, name), error);
  }
  return summarise(family, packs, credential);
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
