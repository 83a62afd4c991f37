import { HcpError, type PackStore } from '@hcp/pipeline';
import { configFormat, settingsOf } from '../config/config-file.js';
import type { PackAdministration } from '../host.js';
import { deactivateEverywhere } from '../sessions/deactivate-everywhere.js';
import { issuesOf } from './check-pack.js';
import { describe, summarise, type PackView } from './describe-pack.js';
import { installPack, type InstallContext } from './install-pack.js';
import { packFault } from './pack-fault.js';
import { lockMembers, packsLockFormat, type LockEntry, type PacksLock } from './packs-lock.js';
import { readPackFolder } from './read-folder.js';
import { readSkill } from './read-skill.js';

export interface PackAdministrationOptions extends InstallContext {
  readonly packs: PackStore;
}

const noPacks: PacksLock = new Map();

const requireEntry = (lock: PacksLock, id: string): LockEntry => {
  const entry = lock.get(id);
  if (entry === undefined) {
    throw new HcpError(
      'not_installed',
      `pack ${JSON.stringify(id)} is not installed; installed are: ${[...lock.keys()].join(', ') || 'none'}.`,
    );
  }
  return entry;
};

const removePack = ({ store, record }: PackAdministrationOptions, id: string): Promise<void> =>
  store.locked(async () => {
    const lock = store.read(store.layout.packsLock, packsLockFormat) ?? noPacks;
    const { root, surface_sha256, policy_sha256, openapi } = requireEntry(lock, id);
    const deactivate = deactivateEverywhere(store, [store.layout.cliSessions, store.layout.httpSessions], id);
    await record({ action: 'uninstall', packId: id, details: { root, surface_sha256, policy_sha256 } });
    deactivate();
    store.write(store.layout.packsLock, lockMembers(new Map([...lock].filter(([other]) => other !== id))));
    if (openapi !== undefined) (await import('../openapi/plan-file.js')).removePlanFiles(store.layout.plans, id, []);
  });

/** Administration of the packs of one home (profile P10, P11). */
export const createPackAdministration = (options: PackAdministrationOptions): PackAdministration => {
  const { store, packs } = options;
  const lockNow = (): PacksLock => store.read(store.layout.packsLock, packsLockFormat) ?? noPacks;
  const view = async (id: string, entry: LockEntry): Promise<PackView> => {
    const found = await packs.resolve(id);
    return { id, entry, found, fault: await packFault(entry, found) };
  };
  return {
    importOpenApi: async (source, importOptions) =>
      (await import('../openapi-import/import-document.js')).importDocument(source, importOptions),
    validate: async (dir) => {
      const { surface, policy } = readPackFolder(dir);
      const issues = await issuesOf({ surface: surface?.bytes, policy: policy?.bytes });
      return { valid: issues.every(({ severity }) => severity !== 'error'), issues };
    },
    install: (dir, installOptions) => installPack(options, dir, installOptions),
    uninstall: (id) => removePack(options, id),
    list: async () => Promise.all([...lockNow()].map(async ([id, entry]) => summarise(await view(id, entry)))),
    show: async (id) => {
      const entry = requireEntry(lockNow(), id);
      const config = store.read(store.layout.config, configFormat) ?? {};
      const found = await view(id, entry);
      if (entry.openapi === undefined) return describe(found, { ...settingsOf(config, id) }, null);
      const { describeDocument, readPlans } = await import('../openapi/describe-document.js');
      const plans = found.fault === undefined ? readPlans(entry.openapi, store.layout.plans) : new Map<string, never>();
      const document = describeDocument(entry.openapi, plans, entry.root);
      return describe({ ...found, plans }, { ...settingsOf(config, id) }, document);
    },
    skill: async (id) => readSkill(await view(id, requireEntry(lockNow(), id))),
  };
};
