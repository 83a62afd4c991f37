import { openHomeFolder } from '../src/home/home-folder.js';
import { homeLayout } from '../src/home/home-layout.js';
import type { AdminAct, RecordAct } from '../src/state/admin-act.js';
import { openStateStore, type StateStore } from '../src/state/state-store.js';

/** The state files of a home, opened as the host opens them. */
export const openStore = (root: string, warn: (message: string) => void = () => undefined): StateStore =>
  openStateStore(openHomeFolder(homeLayout(root), warn));

/** Keeps what would be recorded; `refuse` stands for an audit that cannot be written. */
export const recordInto =
  (acts: AdminAct[], refuse?: () => boolean): RecordAct =>
  async (act) => {
    await Promise.resolve();
    if (refuse?.() === true) {
      throw new Error('audit unavailable');
    }
    acts.push(act);
  };
