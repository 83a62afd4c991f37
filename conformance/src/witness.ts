import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxMode } from './cases/conformance-case.js';

/** What fixture bins left below `home_root`. */
export interface Witness {
  /** How many times a bin started. */
  readonly starts: number;
  /** Processes of the call that are still there (profile P3). */
  readonly survivors: readonly number[];
}

/**
 * Looks below a folder for `witness` and `pids`, following no symlink. A bin notes its processes in `$HOME/pids`; in a
 * sandbox their numbers may mean nothing outside, so there they are found by what every child is told (profile P3).
 */
export function readWitness(homeRoot: string, mode: SandboxMode = 'native-local'): Witness {
  const files = readdirSync(homeRoot, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const linesOf = (name: string): readonly string[] =>
    files
      .filter((entry) => entry.name === name)
      .flatMap((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').split('\n'))
      .filter((line) => line !== '');
  const pids = mode === 'sandbox' ? findChildren(homeRoot) : linesOf('pids').map(Number);
  return { starts: linesOf('witness').length, survivors: pids.filter(isRunning) };
}

function findChildren(homeRoot: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const variables = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0');
        const isOfCall = variables.some((variable) => variable.startsWith('HCP_CALL_ID='));
        return isOfCall && variables.some((variable) => variable.startsWith(`HOME=${homeRoot}/`));
      } catch {
        // Ended meanwhile, or someone else's.
        return false;
      }
    })
    .map(Number);
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
