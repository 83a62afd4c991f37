import { watchConfig } from './config/watch-config.js';
import type { ConfigFile } from './config/config-file.js';
import { openHomeFolder, type HomeFolder } from './home/home-folder.js';
import { homeLayout } from './home/home-layout.js';
import type { HostOptions } from './host.js';
import { openHostAudit, type HostAudit } from './host-audit.js';
import { createPackStore } from './packs/pack-store.js';
import { openStateStore, type StateStore } from './state/state-store.js';
import type { PackStore } from '@hcp/pipeline';

/** What every host of a home is made of, whichever face it serves. Opening them touches no file. */
export interface HostParts {
  readonly options: HostOptions;
  /** Milliseconds since the epoch, the clock the file system goes by. */
  readonly now: () => number;
  readonly home: HomeFolder;
  readonly store: StateStore;
  /** Throws for a broken `config.json`. */
  readonly config: () => ConfigFile;
  readonly packs: PackStore;
  readonly audit: HostAudit;
  /** Tells the operator something that no single call is about. */
  readonly notify: (message: string) => void;
}

/** Throws `TypeError` for a relative home. */
export const openHostParts = (options: HostOptions): HostParts => {
  const { userName, onNotice } = options;
  const now = Date.now;
  const notify = (message: string): void => onNotice({ callId: '', message });
  const home = openHomeFolder(homeLayout(options.home), notify);
  return {
    options,
    now,
    home,
    store: openStateStore(home),
    config: watchConfig(home, now),
    packs: createPackStore(home, now),
    audit: openHostAudit({ home, now, onNotice, userName }),
    notify,
  };
};
