import { HcpError } from '@hcp/pipeline';
import type { InstallOptions, InstallReport } from '../host.js';
import type { RecordAct } from '../state/admin-act.js';
import type { JsonObject } from '../state/shape.js';
import type { StateStore } from '../state/state-store.js';
import { capabilityOverlaps } from './capability-overlap.js';
import { compareEntries } from './compare-packs.js';
import { makeEntry, type MadeEntry } from './make-entry.js';
import { lockMembers, packsLockFormat, type LockEntry } from './packs-lock.js';
import { trustWarnings, withKeptTrust } from './pack-code.js';
import { oneLine } from './print-issue.js';

export interface InstallContext {
  readonly store: StateStore;
  readonly searchPath: string;
  readonly record: RecordAct;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const refuseChanged = (made: MadeEntry, changes: readonly string[]): HcpError =>
  new HcpError(
    'pack_changed',
    [
      `pack ${made.id} is installed and differs; read what changed, then install it with --update${made.entry.code === undefined ? '' : ' and --trust-code'}:`,
      ...changes.map(oneLine),
    ].join('\n'),
  );

/** The pins may be newer while nothing that counts has changed: a touched file, an upgraded system, a newer runtime. */
const refreshed = (installed: LockEntry, { entry }: MadeEntry): LockEntry => ({
  ...entry,
  installed_at: installed.installed_at,
});

const decide = (made: MadeEntry, installed: LockEntry | undefined, update: boolean): InstallReport => {
  const { id, warnings, pathWarnings } = made;
  if (installed === undefined) {
    return { id, result: 'installed', changes: [], warnings, path_warnings: pathWarnings };
  }
  const changes = compareEntries(installed, made.entry);
  if (changes.length === 0) {
    return { id, result: 'unchanged', changes, warnings, path_warnings: pathWarnings };
  }
  if (!update) {
    throw refuseChanged(made, changes);
  }
  return { id, result: 'updated', changes, warnings, path_warnings: pathWarnings };
};

/** What the audit keeps of an install: what was allowed to run, by digest. */
const detailsOf = ({ result, changes }: InstallReport, entry: LockEntry): JsonObject => {
  const { root, surface_sha256, policy_sha256, skill_sha256, bin, code, openapi } = entry;
  const pinned = bin === null ? null : { path: bin.file.path, sha256: bin.file.sha256, allowed: bin.allowed };
  const document =
    openapi === undefined ? {} : { openapi: { files: openapi.files, allowed_addresses: openapi.allowed_addresses } };
  const details = { result, root, surface_sha256, policy_sha256, skill_sha256, bin: pinned, ...document };
  return code === undefined || code === null ? { ...details, changes } : { ...details, code, changes };
};

/** The plans stand in the home before the lock file names them; those of the version before go with the next one. */
const placePlans = async (
  store: StateStore,
  { id, plans }: MadeEntry,
  installed: LockEntry | undefined,
): Promise<void> => {
  if (plans === undefined) return;
  const { removePlanFiles, writePlanFile } = await import('../openapi/plan-file.js');
  writePlanFile(store, plans);
  removePlanFiles(store.layout.plans, id, [plans.file, installed?.openapi?.file ?? '']);
};

/**
 * Installs the pack in `dir` (profile P9, P10): the same again is no act, something else needs `update`; the audit
 * has the act before the lock file has the pack. Errors are `HcpError`s, `invalid_pack` and `pack_changed` among them.
 */
export const installPack = async (
  { store, searchPath, record, now }: InstallContext,
  dir: string,
  options: InstallOptions,
): Promise<InstallReport> => {
  const lockNow = (): ReadonlyMap<string, LockEntry> =>
    store.read(store.layout.packsLock, packsLockFormat) ?? new Map();
  const found = await makeEntry({ ...options, dir, searchPath, now: now(), installed: (id) => lockNow().get(id) });
  return store.locked(async () => {
    const file = store.layout.packsLock;
    const lock = lockNow();
    const installed = lock.get(found.id);
    const made = { ...found, entry: withKeptTrust(installed, found.entry) };
    const report = decide(made, installed, options.update);
    const unchanged = installed !== undefined && report.result === 'unchanged';
    const entry = unchanged ? refreshed(installed, made) : made.entry;
    if (!unchanged) {
      await record({ action: 'install', packId: made.id, details: detailsOf(report, entry) });
    }
    if (JSON.stringify(entry) !== JSON.stringify(installed)) {
      await placePlans(store, found, installed);
      store.write(file, lockMembers(new Map(lock).set(made.id, entry)));
    }
    return {
      ...report,
      warnings: [...report.warnings, ...capabilityOverlaps(made, lock)],
      path_warnings: [...report.path_warnings, ...trustWarnings(entry, options.trustCode === true)],
    };
  });
};
