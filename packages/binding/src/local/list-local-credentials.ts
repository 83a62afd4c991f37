import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import { checkCredential } from '../credential/check-credential.js';
import { parseCredentialRecord, type CredentialRecord } from '../credential/credential-record.js';
import { summarise, type CredentialSummary } from '../credential/credential-text.js';
import { largestRecord } from '../credential/parse-record-json.js';
import { familyOfFileName } from './family-file-name.js';
import { readPrivateFile } from './private-file.js';
import { replacePrivateFile } from './replace-private-file.js';
import { systemErrorCode } from './system-error.js';

/** A stored credential, or why its file does not hold. `file` is its name below the folder. */
export type StoredCredential =
  | { readonly file: string; readonly ok: true; readonly summary: CredentialSummary }
  | { readonly file: string; readonly ok: false; readonly reason: string };

/** What stands in `credentials/`, without a secret of it; nothing where there is no such folder. */
export function listLocalCredentials(directory: string): readonly StoredCredential[] {
  return namesIn(directory).map((file) => {
    const record = readRecord(directory, file);
    if (!record.ok) return { file, ok: false, reason: record.reason };
    const checked = checkCredential(record.value.credential, '/credential');
    if (!checked.ok) return { file, ok: false, reason: `${basename(directory)}/${file}: ${checked.reason}` };
    const summary = summarise(familyOfFileName(file) ?? file, record.value.packs, checked.value);
    return { file, ok: true, summary };
  });
}

/**
 * Takes a pack off every stored credential that serves it, and removes a file that then serves none. Answers the
 * files that were touched. The caller holds the lock of the runtime's state. Throws `HcpError` `credential_unwritable`.
 */
export function disconnectLocalCredentials(directory: string, packId: string): readonly string[] {
  const touched: string[] = [];
  for (const file of namesIn(directory)) {
    const record = readRecord(directory, file);
    if (!record.ok || !record.value.packs.includes(packId)) continue;
    touched.push(file);
    try {
      takeOff(join(directory, file), record.value, packId);
    } catch (error) {
      const code = systemErrorCode(error) ?? 'unknown fault';
      throw new HcpError('credential_unwritable', `${join(directory, file)}: cannot be written (${code})`, {
        cause: error,
      });
    }
  }
  return touched;
}

function takeOff(path: string, { packs, credential }: CredentialRecord, packId: string): void {
  const left = packs.filter((other) => other !== packId);
  if (left.length === 0) rmSync(path);
  else {
    const text = `${JSON.stringify({ version: 1, packs: left, credential }, null, 2)}\n`;
    replacePrivateFile(join(path, '..'), basename(path), text);
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function readRecord(directory: string, name: string): ReturnType<typeof parseCredentialRecord> {
  const file = readPrivateFile(directory, name, largestRecord);
  if (!file.ok) return { ok: false, reason: file.reason };
  const record = parseCredentialRecord(file.bytes);
  return record.ok ? record : { ok: false, reason: `${file.source}: ${record.reason}` };
}
