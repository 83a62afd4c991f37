import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { damaged } from './audit-error.js';
import { logFileNumber } from './log-files.js';
import { systemErrorCode } from '../home/system-error.js';

/** Where the newest record stands: the end of the chain. */
export interface ChainEnd {
  readonly file: string;
  readonly seq: number;
  readonly hash: string;
  /** Byte offsets of the record in the file; both 0 before the first record. */
  readonly start: number;
  readonly end: number;
}

/** `audit/head.json`: the newest record known to be on disk (profile P8). */
export interface AuditHead extends ChainEnd {
  readonly boot_id: string;
  /** The first record written since that boot. */
  readonly boot_seq: number;
}

const newestVersion = 1;
/** One size for ever, below a disk sector: the two files are overwritten in place and never torn. */
const headBytes = 480;

export const headFile = (directory: string): string => join(directory, 'head.json');

/** The bytes of the head, or `undefined` when there is none. */
export function readHeadBytes(directory: string): Buffer | undefined {
  const file = headFile(directory);
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (cause) {
    if (systemErrorCode(cause) === 'ENOENT') return undefined;
    throw damaged(file, 'cannot be read', cause);
  }
  try {
    const bytes = Buffer.alloc(headBytes + 1);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0));
  } catch (cause) {
    throw damaged(file, 'cannot be read', cause);
  } finally {
    closeSync(descriptor);
  }
}

/** @throws HcpError `audit_damaged` for a head of another version or none at all. */
export function parseHead(directory: string, bytes: Buffer): AuditHead {
  let values: unknown;
  try {
    values = JSON.parse(bytes.toString());
  } catch (cause) {
    throw damaged(headFile(directory), 'is not a head file', cause);
  }
  const { version, ...head } = (values ?? {}) as Record<string, unknown>;
  if (typeof version === 'number' && version > newestVersion) {
    throw damaged(headFile(directory), `has version ${version}, this runtime knows ${newestVersion}`);
  }
  if (version !== newestVersion || !isHead(head)) throw damaged(headFile(directory), 'is not a head file');
  return head;
}

function isHead(head: Readonly<Record<string, unknown>>): head is AuditHead & Readonly<Record<string, unknown>> {
  const numbers = [head['seq'], head['start'], head['end'], head['boot_seq']];
  return (
    typeof head['file'] === 'string' &&
    logFileNumber(head['file']) !== undefined &&
    numbers.every((number) => Number.isSafeInteger(number) && Number(number) >= 0) &&
    typeof head['hash'] === 'string' &&
    /^[0-9a-f]{64}$/.test(head['hash']) &&
    typeof head['boot_id'] === 'string'
  );
}

const spareNames = ['head.next', 'head.last'] as const;
export type SpareHead = (typeof spareNames)[number];

export interface WrittenHead {
  readonly bytes: Buffer;
  /** Where the file that was the head before has gone. */
  readonly spare: SpareHead;
}

/**
 * Renames a new head into place without a flush of its own; the caller holds the lock and has flushed what the
 * head names. The file it replaces keeps a second name and is overwritten the next time: its blocks are on disk
 * already, so the rename neither waits for new ones, as ext4 would, nor can a power cut leave it empty.
 * Either content a crash leaves behind names a flushed record. `spare` is where this process left the last one.
 */
export function writeHead(directory: string, head: AuditHead, spare: SpareHead): WrittenHead {
  const bytes = Buffer.from(`${JSON.stringify({ version: newestVersion, ...head }).padEnd(headBytes - 1)}\n`);
  const current = headFile(directory);
  const other = spare === spareNames[0] ? spareNames[1] : spareNames[0];
  const found = [spare, other].find((name) => overwrite(join(directory, name), bytes));
  const next = found ?? spare;
  if (found === undefined) makeFlushed(join(directory, next), bytes);
  const kept = next === spare ? other : spare;
  keepAs(join(directory, kept), current);
  renameSync(join(directory, next), current);
  return { bytes, spare: kept };
}

function overwrite(file: string, bytes: Buffer): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return false;
  }
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile() || found.size !== bytes.length || found.nlink !== 1) return false;
    return writeSync(descriptor, bytes, 0, bytes.length, 0) === bytes.length;
  } finally {
    closeSync(descriptor);
  }
}

function makeFlushed(file: string, bytes: Buffer): void {
  rmSync(file, { force: true });
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    if (writeSync(descriptor, bytes) !== bytes.length) throw new Error('the disk took only a part');
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A second name for the current head. Before the first one, and where links are not to be had, the next head is a new file. */
function keepAs(kept: string, current: string): void {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      linkSync(current, kept);
      return;
    } catch (cause) {
      if (systemErrorCode(cause) !== 'EEXIST') return;
      rmSync(kept);
    }
  }
}
