import type { StateStore } from '../state/state-store.js';
import { openSessionFiles } from './session-files.js';

/**
 * Prepares to deactivate a pack in every session of these folders (profile P10). All of them are read before one is
 * changed, so that a corrupt file stops it before anything has happened. Call it, and what it answers, under the
 * state lock only.
 */
export const deactivateEverywhere = (store: StateStore, folders: readonly string[], packId: string): (() => void) => {
  const changes = folders.flatMap((folder) => {
    const files = openSessionFiles(store, folder);
    return files
      .all()
      .filter((session) => session.activated.includes(packId))
      .map((session) => () => {
        files.write({ ...session, activated: session.activated.filter((id) => id !== packId) });
      });
  });
  return () => {
    for (const change of changes) {
      change();
    }
  };
};
