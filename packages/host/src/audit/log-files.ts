import { constants, lstatSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemErrorCode } from '../home/system-error.js';
import { damaged } from './audit-error.js';

const pattern = /^audit-([0-9]{6,12})\.jsonl$/;

/** `audit-000001.jsonl` …: the names sort in the order of the chain. */
export const logFileName = (number: number): string => `audit-${String(number).padStart(6, '0')}.jsonl`;

/** `undefined` for the name of anything else. */
export function logFileNumber(name: string): number | undefined {
  const number = Number(pattern.exec(name)?.[1]);
  return number > 0 && logFileName(number) === name ? number : undefined;
}

export const nextLogFileName = (name: string): string => logFileName((logFileNumber(name) ?? 0) + 1);

/** The numbers of the log files there are, oldest first; empty when the folder is missing. */
export function listLogFiles(directory: string): readonly number[] {
  try {
    return readdirSync(directory)
      .map(logFileNumber)
      .filter((number) => number !== undefined)
      .sort((one, other) => one - other);
  } catch (cause) {
    if (systemErrorCode(cause) === 'ENOENT') return [];
    throw cause;
  }
}

/** Size in bytes, or `undefined` when there is no such regular file. */
export function logFileSize(directory: string, name: string): number | undefined {
  const found = lstatSync(join(directory, name), { throwIfNoEntry: false });
  return found?.isFile() ? found.size : undefined;
}

/**
 * Opens a log file for reading.
 * @throws the system's error when it is missing; HcpError `audit_damaged` when it is no file of ours.
 */
export function openForReading(directory: string, name: string): number {
  try {
    return openSync(join(directory, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (cause) {
    if (systemErrorCode(cause) === 'ENOENT') throw cause;
    throw damaged(join(directory, name), 'cannot be read', cause);
  }
}
