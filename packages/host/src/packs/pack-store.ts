import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { InstalledPack, PackStore, PinnedOperations, UnknownPack } from '@hcp/pipeline';
import type { HomeFolder } from '../home/home-folder.js';
import { reasonOf } from '../home/system-error.js';
import { isSettled, sameSignature, type FileSignature } from '../state/file-signature.js';
import { watchStateFile } from '../state/state-file.js';
import { readPackFile, type PackFile, type PackFileName } from './pack-files.js';
import { packsLockFormat, type LockEntry, type PacksLock } from './packs-lock.js';
import { parseInstalled } from './parse-installed.js';

interface CachedPack {
  readonly entry: LockEntry;
  readonly surface: FileSignature;
  readonly policy: FileSignature;
  readonly pack: InstalledPack;
}

const unknown = (reason: string): UnknownPack => ({ unknown: true, reason });

const isUnchanged = (root: string, name: PackFileName, known: FileSignature): boolean => {
  const found = statSync(join(root, name), { bigint: true, throwIfNoEntry: false });
  return found !== undefined && sameSignature(found, known);
};

interface Pinned {
  readonly id: string;
  readonly root: string;
  readonly name: PackFileName;
  readonly sha256: string;
}

const describeGone = ({ id, root, name }: Pinned): string =>
  `${existsSync(root) ? join(root, name) : `the folder ${root}`} is gone since the pack was installed; put it back, ` +
  `or hcp install --update <its new folder>, or hcp uninstall ${id}`;

/** The file as it was installed, or why it is not. */
const readPinned = (pinned: Pinned): PackFile | UnknownPack => {
  const { root, name, sha256 } = pinned;
  const file = readPackFile(root, name);
  if (file === undefined) {
    return unknown(describeGone(pinned));
  }
  return file.sha256 === sha256
    ? file
    : unknown(
        `${join(root, name)} changed since the pack was installed; look at it, then hcp install --update ${root}`,
      );
};

interface Memory {
  readonly now: () => number;
  /** Where plan files are. */
  readonly plans: string;
  readonly keep: (cached: CachedPack) => void;
}

/** Loaded by packs that have a document, and only by them. */
const operationsOf = async ({ openapi }: LockEntry, plans: string): Promise<PinnedOperations | undefined> =>
  openapi === undefined ? undefined : (await import('../openapi/read-plan.js')).readOperations(plans, openapi);

const load = async (id: string, entry: LockEntry, memory: Memory): Promise<InstalledPack | UnknownPack> => {
  const readAt = memory.now();
  const { root } = entry;
  const surface = readPinned({ id, root, name: 'surface.json', sha256: entry.surface_sha256 });
  const policy = readPinned({ id, root, name: 'policy.json', sha256: entry.policy_sha256 });
  if ('unknown' in surface) {
    return surface;
  }
  if ('unknown' in policy) {
    return policy;
  }
  const { manifest, policy: parsedPolicy } = await parseInstalled(id, entry, {
    surface: surface.bytes,
    policy: policy.bytes,
  });
  const operations = await operationsOf(entry, memory.plans);
  const pack: InstalledPack = {
    id,
    root,
    manifest,
    policy: parsedPolicy,
    surfaceSha256: entry.surface_sha256,
    policySha256: entry.policy_sha256,
    ...(entry.bin === null ? {} : { bin: entry.bin }),
    ...(operations === undefined ? {} : { operations }),
    ...(entry.code === undefined || entry.code === null ? {} : { code: entry.code }),
  };
  if ([surface, policy].every((file) => file.steady && isSettled(file.stats, readAt))) {
    memory.keep({ entry, surface: surface.stats, policy: policy.stats, pack });
  }
  return pack;
};

/**
 * Resolves installed packs at step 1 (§6.3, profile P2): the lock file, `surface.json` and `policy.json` are looked
 * at on each call and read again whenever they differ from what was read last. Whatever is unequal to what was
 * installed, unreadable or missing is an unknown pack with a reason for the operator. `now` is the clock the file
 * system goes by, in milliseconds since the epoch.
 */
export const createPackStore = (home: HomeFolder, now: () => number): PackStore => {
  const readLock = watchStateFile(home.layout.packsLock, packsLockFormat, now);
  const cache = new Map<string, CachedPack>();
  let cachedFor: PacksLock | undefined;
  const lockNow = (): PacksLock | undefined => {
    const lock = home.check() ? readLock() : undefined;
    if (lock !== cachedFor) {
      cache.clear();
      cachedFor = lock;
    }
    return lock;
  };
  const resolve = (id: string): Promise<InstalledPack | UnknownPack> => {
    const entry = lockNow()?.get(id);
    if (entry === undefined) {
      return Promise.resolve(unknown(`no pack of this id is installed in ${home.layout.root}`));
    }
    const cached = cache.get(id);
    if (
      cached?.entry === entry &&
      isUnchanged(entry.root, 'surface.json', cached.surface) &&
      isUnchanged(entry.root, 'policy.json', cached.policy)
    ) {
      return Promise.resolve(cached.pack);
    }
    return load(id, entry, { now, plans: home.layout.plans, keep: (loaded) => cache.set(id, loaded) });
  };
  return {
    resolve: async (id) => {
      try {
        return await resolve(id);
      } catch (error) {
        return unknown(reasonOf(error));
      }
    },
  };
};
