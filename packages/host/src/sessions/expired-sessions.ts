import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import type { StateStore } from '../state/state-store.js';
import { isExpired, isHttpSessionId } from './session-file.js';
import { openSessionFiles } from './session-files.js';

export interface Expiry {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Milliseconds that a session made now lives. */
  readonly lifetimeMs: number;
  /** Hears of a file that cannot be read; it stays, and keeps nobody else from a session. */
  readonly notify: (message: string) => void;
}

/**
 * Removes the files of sessions over HTTP that have ended. Only a file that nobody has written for a whole lifetime is
 * opened, so a thousand live sessions cost a thousand looks and no reading. A removal that a power cut undoes brings
 * back what has ended anyway, so none is flushed. Call it under the state lock only.
 */
export const removeExpiredSessions = (store: StateStore, { now, lifetimeMs, notify }: Expiry): void => {
  const folder = store.layout.httpSessions;
  const files = openSessionFiles(store, folder);
  const pathOf = (name: string): string => join(folder, `${name}.json`);
  const isOld = (name: string): boolean => {
    const found = lstatSync(pathOf(name), { throwIfNoEntry: false });
    return found !== undefined && now - found.mtimeMs >= lifetimeMs;
  };
  for (const name of files.names().filter(isHttpSessionId).filter(isOld)) {
    try {
      const session = files.read(name);
      if (session !== undefined && isExpired(session, now)) {
        rmSync(pathOf(name), { force: true });
      }
    } catch (error) {
      if (!(error instanceof HcpError)) {
        throw error;
      }
      notify(error.message);
    }
  }
};
