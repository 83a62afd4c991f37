import { closeSync } from 'node:fs';
import { HcpError } from '@hcp/pipeline';
import { readHeadBytes } from './audit-head.js';
import { damaged } from './audit-error.js';
import { listLogFiles, logFileName, logFileSize, openForReading } from './log-files.js';
import type { GroupCommit } from './group-commit.js';
import { type FileLine, readLines } from './read-lines.js';

/** Where readers find the log. */
export interface LogSource {
  readonly directory: string;
  readonly alone: GroupCommit['alone'];
  readonly onNotice: (message: string) => void;
}

export interface SnapshotFile {
  readonly number: number;
  readonly name: string;
  readonly size: number;
}

/** The log at a moment at which nobody was writing; what is appended later is not part of it. */
export interface LogSnapshot {
  readonly headBytes: Buffer | undefined;
  readonly files: readonly SnapshotFile[];
}

export async function takeSnapshot({ directory, alone }: LogSource): Promise<LogSnapshot> {
  const look = (): LogSnapshot => ({
    headBytes: readHeadBytes(directory),
    files: listLogFiles(directory).map((number) => {
      const name = logFileName(number);
      return { number, name, size: logFileSize(directory, name) ?? 0 };
    }),
  });
  // Asking must not make anything where nothing has been recorded yet.
  if (listFiles(directory).length === 0 && readHeadBytes(directory) === undefined) return look();
  try {
    return await alone(look);
  } catch (cause) {
    // A copy on a read-only medium can be read without a lock: nobody can be writing it.
    if (cause instanceof HcpError && cause.code === 'lock_unusable') return look();
    throw cause;
  }
}

function listFiles(directory: string): readonly number[] {
  try {
    return listLogFiles(directory);
  } catch (cause) {
    throw damaged(directory, 'cannot be read', cause);
  }
}

/** The lines of one file of a snapshot; the file is closed when the reading ends. */
export function* readSnapshotFile(directory: string, file: SnapshotFile): Generator<FileLine> {
  const descriptor = openForReading(directory, file.name);
  try {
    yield* readLines(descriptor, 0, file.size);
  } finally {
    closeSync(descriptor);
  }
}
