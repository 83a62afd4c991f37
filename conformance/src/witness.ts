import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What fixture bins left below `home_root`. */
export interface Witness {
  /** How many times a bin started. */
  readonly starts: number;
  /** Processes that a bin noted in `$HOME/pids` and that are still there (profile P3). */
  readonly survivors: readonly number[];
}

/** Looks below a folder for `witness` and `pids`, following no symlink. */
export function readWitness(homeRoot: string): Witness {
  const files = readdirSync(homeRoot, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const linesOf = (name: string): readonly string[] =>
    files
      .filter((entry) => entry.name === name)
      .flatMap((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').split('\n'))
      .filter((line) => line !== '');
  const pids = linesOf('pids').map(Number);
  return { starts: linesOf('witness').length, survivors: pids.filter(isRunning) };
}

/** A zombie has ended and only waits for somebody to read how. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}
