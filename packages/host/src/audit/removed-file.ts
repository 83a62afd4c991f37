import { logFileNumber } from './log-files.js';
import type { StoredRecord } from './record-line.js';

/** A file that an `admin` record of action `retention` has signed off. */
export interface RemovedFile {
  readonly file: string;
  readonly first_seq: number;
  readonly last_seq: number;
  /** What the first record of the next file has as `prev`. */
  readonly last_hash: string;
}

/** The files a record signs off; empty for every other record. */
export function removedFilesOf({ values }: StoredRecord): readonly RemovedFile[] {
  const details = values['event'] === 'admin' ? values['details'] : undefined;
  if (typeof details !== 'object' || details === null) return [];
  const { action, removed } = details as Readonly<Record<string, unknown>>;
  return action === 'retention' && Array.isArray(removed) ? removed.filter(isRemovedFile) : [];
}

function isRemovedFile(value: unknown): value is RemovedFile {
  if (typeof value !== 'object' || value === null) return false;
  const { file, last_seq, last_hash } = value as Readonly<Record<string, unknown>>;
  return (
    typeof file === 'string' &&
    logFileNumber(file) !== undefined &&
    Number.isSafeInteger(last_seq) &&
    typeof last_hash === 'string'
  );
}
