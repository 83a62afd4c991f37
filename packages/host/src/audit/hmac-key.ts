import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import { flushFolder } from '../home/private-folder.js';
import { reasonOf, systemErrorCode } from '../home/system-error.js';
import { unwritable } from './audit-error.js';
import { randomKeyBytes } from './digest.js';
import type { GroupCommit } from './group-commit.js';
import { draftRecord } from './record-draft.js';
import type { FieldTexts } from './record-fields.js';

const keyBytes = 32;

/**
 * The key under which arguments are recorded (profile P8), or `undefined` when its file is missing.
 * @throws HcpError `audit_key` for a file that is not a private one of this user with 32 bytes.
 */
export function readHmacKey(file: string): Uint8Array | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (cause) {
    if (systemErrorCode(cause) === 'ENOENT') return undefined;
    throw refused(file, reasonOf(cause), cause);
  }
  try {
    const problem = problemOf(descriptor);
    if (problem !== undefined) throw refused(file, problem);
    const bytes = Buffer.alloc(keyBytes);
    if (readSync(descriptor, bytes) !== keyBytes) throw refused(file, 'it ended early');
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}

export interface KeyOpening {
  readonly file: string;
  readonly commit: Pick<GroupCommit, 'submit'>;
  readonly onNotice: (message: string) => void;
}

/**
 * Reads the key; makes it first, once, while no other process can. A log that holds records gets one more before
 * the new key is there, so that nobody takes the `args_hmac` of the earlier ones for forged (profile P8).
 */
export async function openHmacKey({ file, commit, onNotice }: KeyOpening): Promise<Uint8Array> {
  const known = readHmacKey(file);
  if (known !== undefined) return known;
  const plan = (lastSeq: number): readonly FieldTexts[] => {
    if (lastSeq === 0 || readHmacKey(file) !== undefined) return [];
    onNotice(`audit: the key ${file} was missing and is made anew; ${uncheckable(lastSeq)}`);
    return [newKeyRecord(lastSeq)];
  };
  const afterwards = (): void => {
    if (readHmacKey(file) === undefined) makeHmacKeyFile(file);
  };
  await commit.submit({ records: [], plan, durability: 'named', afterwards });
  const key = readHmacKey(file);
  if (key === undefined) throw refused(file, 'it was removed at once');
  return key;
}

function uncheckable(lastSeq: number): string {
  return `args_hmac of the records up to ${lastSeq} cannot be checked with the new key, only with a copy of the old one`;
}

function newKeyRecord(lastSeq: number): FieldTexts {
  const details = { reason: 'audit key missing', last_seq_before: lastSeq, effect: uncheckable(lastSeq) };
  return draftRecord({ event: 'recovery', details }, null);
}

/** Makes the key file whole or not at all. */
function makeHmacKeyFile(file: string): void {
  const temporary = `${file}.new`;
  try {
    rmSync(temporary, { force: true });
    writeFlushed(temporary);
    renameSync(temporary, file);
    flushFolder(dirname(file));
  } catch (cause) {
    throw unwritable(file, cause);
  }
}

function writeFlushed(temporary: string): void {
  const descriptor = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(descriptor, randomKeyBytes());
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function problemOf(descriptor: number): string | undefined {
  const found = fstatSync(descriptor);
  const { uid, mode, size } = found;
  if (!found.isFile()) return 'it is not a regular file';
  if (uid !== process.geteuid?.()) return `it belongs to user ${uid}`;
  if ((mode & 0o077) !== 0) return `its mode is 0${(mode & 0o777).toString(8)}, open to other users; make it 0600`;
  return size === keyBytes ? undefined : `it holds ${size} bytes`;
}

function refused(file: string, problem: string, cause?: unknown): HcpError {
  const rule = `must be a file of this user, mode 0600, with ${keyBytes} bytes`;
  const wayOut = 'Restore it from a copy, or move it away to begin with a new key.';
  return new HcpError('audit_key', `audit: the key ${file} ${rule}: ${problem}. ${wayOut}`, { cause });
}
