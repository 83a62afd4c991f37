import { accessSync, closeSync, constants, lstatSync, openSync } from 'node:fs';
import { HcpError } from '@hcp/pipeline';
import { loadSqlite } from './load-sqlite.js';

/** One open lock file; the kernel drops its lock when the process dies, however it dies. */
export interface LockHandle {
  /** `false` while someone else holds the lock. */
  readonly tryAcquire: () => boolean;
  readonly release: () => void;
  /** Whether the path still leads to the file that is locked here. */
  readonly isCurrent: () => boolean;
  readonly close: () => void;
}

const sqliteBusy = 5;

/**
 * Opens (and at first makes, 0600) the lock file. It is an SQLite database that stays empty: `BEGIN IMMEDIATE`
 * takes the kernel's lock and, with the journal in memory, neither writes nor flushes anything.
 * Nothing else of this process may open the file: closing any other descriptor of it would drop the lock (POSIX).
 * @throws HcpError `lock_unusable`, naming the file and the way out.
 */
export function openLockHandle(file: string): LockHandle {
  try {
    return openDatabase(file);
  } catch (cause) {
    throw cause instanceof HcpError ? cause : unusable(file, cause);
  }
}

function openDatabase(file: string): LockHandle {
  const identity = prepareFile(file);
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(file, { timeout: 0 });
  database.exec('PRAGMA journal_mode=MEMORY');
  const begin = database.prepare('BEGIN IMMEDIATE');
  const rollback = database.prepare('ROLLBACK');
  return {
    tryAcquire: () => {
      try {
        begin.run();
        return true;
      } catch (cause) {
        if (isBusy(cause)) return false;
        throw unusable(file, cause);
      }
    },
    release: () => void rollback.run(),
    isCurrent: () => identityOf(file) === identity,
    close: () => database.close(),
  };
}

/** Makes the file when it is missing and answers which one it is. */
function prepareFile(file: string): string {
  let found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) {
    makeFile(file);
    found = lstatSync(file);
  }
  if (!found.isFile()) throw notALock(file, found.isDirectory() ? 'a folder' : 'not a regular file');
  if (found.size > 0) throw notALock(file, 'not empty');
  // Where it cannot write, SQLite falls back to reading and its BEGIN IMMEDIATE excludes nobody.
  accessSync(file, constants.R_OK | constants.W_OK);
  return identityOf(file) ?? '';
}

function makeFile(file: string): void {
  try {
    closeSync(openSync(file, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600));
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
  }
}

function identityOf(file: string): string | undefined {
  const found = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return found?.isFile() ? `${found.dev.toString()}:${found.ino.toString()}` : undefined;
}

function isBusy(cause: unknown): boolean {
  // The low byte is the primary result code; the rest says which kind of busy.
  return cause instanceof Error && 'errcode' in cause && (Number(cause.errcode) & 0xff) === sqliteBusy;
}

function notALock(file: string, what: string): HcpError {
  return new HcpError('lock_unusable', `lock file ${file} is ${what}, it must be an empty file; move it away`);
}

function unusable(file: string, cause: unknown): HcpError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new HcpError(
    'lock_unusable',
    `lock file ${file} cannot be used: ${reason}; its folder must exist and be writable for this user`,
    { cause },
  );
}
