import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemErrorCode } from '../local/system-error.js';

/**
 * Removes every token that was exchanged, whoever's it is: each is exchanged anew by the next call that may. The locks
 * stay, since others may hold them. Throws the system's error.
 */
export function forgetExchangedTokens(directory: string): void {
  for (const folder of namesIn(directory, /^[0-9a-f]{2}$/)) {
    for (const name of namesIn(join(directory, folder), /^[0-9a-f]{64}\.json$/)) {
      rmSync(join(directory, folder, name), { force: true });
    }
  }
}

function namesIn(folder: string, pattern: RegExp): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => pattern.test(name));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
