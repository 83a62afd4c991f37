import { closeSync, fstatSync, type Stats } from 'node:fs';
import { listLogFiles, logFileName, openForReading } from './log-files.js';
import { readLinesBackwards } from './read-lines.js';

/** The complete lines of one log file, newest first. */
export interface BackwardFile {
  readonly name: string;
  readonly stats: Stats;
  readonly lines: Iterable<Buffer>;
}

/** The log files, newest first; each is closed when the next one is asked for. */
export function* scanBackwards(directory: string): Generator<BackwardFile> {
  for (const number of listLogFiles(directory).toReversed()) {
    const name = logFileName(number);
    const descriptor = openForReading(directory, name);
    try {
      const stats = fstatSync(descriptor);
      yield { name, stats, lines: readLinesBackwards(descriptor, stats.size) };
    } finally {
      closeSync(descriptor);
    }
  }
}
