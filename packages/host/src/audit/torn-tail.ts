import { closeSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { flushFolder } from '../home/private-folder.js';
import { systemErrorCode } from '../home/system-error.js';
import type { TornTail } from './find-chain-end.js';
import type { OpenLog } from './open-log.js';

/** What the `recovery` record about a torn tail tells. */
export interface HealedTail {
  readonly reason: 'torn record';
  readonly file: string;
  readonly from_byte: number;
  readonly bytes: number;
  /** The file in the audit folder that keeps what was cut off. */
  readonly kept_in: string;
}

/** Moves what a crash left behind the last good record into a file of its own and cuts it off (profile P8). */
export function healTornTail(directory: string, log: OpenLog, torn: TornTail): HealedTail {
  const name = `torn-${log.end.seq + 1}-${torn.from}`;
  const kept = openUnused(directory, name);
  try {
    copy(log.descriptor, kept.descriptor, torn);
    fsyncSync(kept.descriptor);
  } finally {
    closeSync(kept.descriptor);
  }
  flushFolder(directory);
  ftruncateSync(log.descriptor, torn.from);
  return {
    reason: 'torn record',
    file: log.end.file,
    from_byte: torn.from,
    bytes: torn.to - torn.from,
    kept_in: kept.name,
  };
}

function openUnused(directory: string, stem: string): { readonly name: string; readonly descriptor: number } {
  for (let attempt = 1; ; attempt += 1) {
    const name = `${stem}${attempt === 1 ? '' : `-${attempt}`}.txt`;
    try {
      return { name, descriptor: openSync(join(directory, name), 'wx', 0o600) };
    } catch (cause) {
      if (systemErrorCode(cause) !== 'EEXIST') throw cause;
    }
  }
}

function copy(from: number, to: number, { from: start, to: end }: TornTail): void {
  const chunk = Buffer.alloc(64 * 1024);
  for (let position = start; position < end;) {
    const count = readSync(from, chunk, 0, Math.min(chunk.length, end - position), position);
    if (count === 0) return;
    for (let written = 0; written < count;) written += writeSync(to, chunk, written, count - written);
    position += count;
  }
}
