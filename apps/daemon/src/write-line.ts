import { writeSync } from 'node:fs';

/**
 * Writes to standard output (1) or standard error (2). A reader that is gone or does not read is no reason to stop
 * answering calls, so what it cannot take is lost.
 */
export function writeLine(target: 1 | 2, line: string): void {
  try {
    writeSync(target, line);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}
