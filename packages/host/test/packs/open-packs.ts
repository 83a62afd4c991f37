import { openHomeFolder } from '../../src/home/home-folder.js';
import type { PackAdministration, SessionAdministration } from '../../src/host.js';
import { createPackAdministration } from '../../src/packs/pack-administration.js';
import { packFault } from '../../src/packs/pack-fault.js';
import { createPackStore } from '../../src/packs/pack-store.js';
import { createSessionAdministration } from '../../src/sessions/session-administration.js';
import type { AdminAct } from '../../src/state/admin-act.js';
import type { StateStore } from '../../src/state/state-store.js';
import type { PackStore } from '@hcp/pipeline';
import { openStore, recordInto } from '../state-of-home.js';

export interface OpenedPacks {
  readonly root: string;
  readonly store: StateStore;
  readonly administration: PackAdministration;
  readonly packs: PackStore;
  readonly sessions: SessionAdministration;
  readonly acts: AdminAct[];
  readonly notices: string[];
  readonly audit: { broken: boolean };
}

/** The packs of a home, with a record of acts in place of the audit. */
export const openPacks = (root: string): OpenedPacks => {
  const store = openStore(root);
  const acts: AdminAct[] = [];
  const notices: string[] = [];
  const audit = { broken: false };
  const packs = createPackStore(
    openHomeFolder(store.layout, () => undefined),
    Date.now,
  );
  const record = recordInto(acts, () => audit.broken);
  return {
    root,
    store,
    packs,
    acts,
    notices,
    audit,
    administration: createPackAdministration({ store, packs, record, searchPath: '/usr/bin:/bin', now: Date.now }),
    sessions: createSessionAdministration({
      store,
      principal: () => Promise.resolve({ id: 'ada', tenant: 'local', projects: [], capabilities: [] }),
      packFault: async (id, entry) => packFault(entry, await packs.resolve(id)),
      notify: (message) => notices.push(message),
      now: Date.now,
    }),
  };
};

export const asIs = { allow: true, update: false, acceptPaths: [] } as const;
export const asUpdate = { ...asIs, update: true } as const;
