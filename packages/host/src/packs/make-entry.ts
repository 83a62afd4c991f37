import { HcpError, type PinnedBin } from '@hcp/pipeline';
import type { Issue } from '@hcp/manifest';
import { pinBin } from '@hcp/sandbox';
import type { InstallOptions } from '../host.js';
import { runtimeVersion } from '../runtime-version.js';
import type { PlannedPack } from '../openapi/plan-pack.js';
import type { PlanText } from '../openapi/plan-file.js';
import { checkPack, checkProgram, type CheckedPack } from './check-pack.js';
import { declarePack } from './declare-pack.js';
import { pinCode } from './pack-code.js';
import type { LockEntry } from './packs-lock.js';
import { readPackFolder } from './read-folder.js';

export interface EntryRequest extends InstallOptions {
  readonly dir: string;
  readonly searchPath: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What is installed under an id. */
  readonly installed: (id: string) => LockEntry | undefined;
}

/** What would stand in the lock file for this folder as it is now. */
export interface MadeEntry {
  readonly id: string;
  readonly entry: LockEntry;
  readonly warnings: readonly Issue[];
  readonly pathWarnings: readonly string[];
  /** To be written before the entry. */
  readonly plans?: PlanText;
}

interface Pinned {
  readonly bin: PinnedBin | null;
  readonly warnings: readonly string[];
}

const operator = (): number => {
  const uid = process.geteuid?.();
  if (uid === undefined) {
    throw new HcpError('no_owners', 'this system has no file owners, so no bin can be pinned (profile P9).');
  }
  return uid;
};

const pin = async ({ manifest }: CheckedPack, packRoot: string, request: EntryRequest): Promise<Pinned> => {
  if (manifest.wrap === undefined || manifest.kind !== 'wrap') {
    return { bin: null, warnings: [] };
  }
  const result = await pinBin({
    written: manifest.wrap.bin,
    packRoot,
    searchPath: request.searchPath,
    acceptPaths: request.acceptPaths,
    operatorUid: operator(),
    allowed: request.allow,
  });
  checkProgram(packRoot, manifest, result.pin.file.path);
  return { bin: result.pin, warnings: result.warnings };
};

/** Loaded for packs that have a document. */
const planDocument = async (
  { manifest }: CheckedPack,
  found: FoundFiles,
  request: EntryRequest,
): Promise<PlannedPack | undefined> => {
  if (manifest.kind !== 'openapi') return undefined;
  const { planPack } = await import('../openapi/plan-pack.js');
  const { allowUrl = false, allowPrivate = false } = request;
  const known = request.installed(manifest.id);
  const installed = known?.surface_sha256 === found.surfaceSha256 ? known.openapi : undefined;
  return planPack({ root: found.root, manifest, installed, allowUrl, allowPrivate });
};

interface FoundFiles {
  readonly root: string;
  readonly surfaceSha256: string;
}

/** Reads, validates and pins a pack's folder (profile P9, P10). Changes nothing. Errors are `HcpError`s. */
export const makeEntry = async (request: EntryRequest): Promise<MadeEntry> => {
  const { root, surface, policy, skill } = readPackFolder(request.dir);
  const checked = await checkPack(root, { surface: surface?.bytes, policy: policy?.bytes });
  if (surface === undefined || policy === undefined) {
    throw new HcpError('invalid_pack', `${root}: surface.json and policy.json are both needed.`);
  }
  const { bin, warnings } = await pin(checked, root, request);
  const code = pinCode(checked.manifest, root, request.trustCode === true);
  const planned = await planDocument(checked, { root, surfaceSha256: surface.sha256 }, request);
  return {
    id: checked.manifest.id,
    warnings: [...checked.warnings, ...(planned?.warnings ?? [])],
    ...(planned?.text === undefined ? {} : { plans: planned.text }),
    pathWarnings: warnings,
    entry: {
      root,
      surface_sha256: surface.sha256,
      policy_sha256: policy.sha256,
      skill_sha256: skill?.sha256 ?? null,
      bin,
      ...(code === undefined ? {} : { code }),
      ...(planned === undefined ? {} : { openapi: planned.document }),
      declared: declarePack(checked.manifest, checked.policy),
      installed_at: new Date(request.now).toISOString(),
      validated_by: runtimeVersion,
    },
  };
};
