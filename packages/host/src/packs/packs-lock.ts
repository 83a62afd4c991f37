import type { HarnessPackMeta } from '@hcp/manifest';
import type { PinnedBin, PinnedCode } from '@hcp/pipeline';
import { lockedDocument, type LockedDocument } from '../openapi/locked-document.js';
import {
  closed,
  isAnyObject,
  isBoolean,
  isPlace,
  isString,
  isText,
  listOf,
  mapOf,
  oneOf,
  optional,
  orNull,
  type JsonObject,
  type Shape,
} from '../state/shape.js';
import type { StateFormat } from '../state/state-file.js';
import type { DeclaredVerbs } from './declared-verbs.js';
import { isPackId } from './pack-id.js';

/**
 * What a pack declared when it was installed, so that an update can say what changed after the files are gone.
 */
export interface DeclaredPack extends DeclaredVerbs {
  readonly name: string | null;
  readonly land: string;
  /** §3.6. */
  readonly meta: HarnessPackMeta;
}

/** One installed pack (profile P10). */
export interface LockEntry {
  /** Real path of the pack's folder. */
  readonly root: string;
  readonly surface_sha256: string;
  readonly policy_sha256: string;
  /** Digest of `HARNESS.md`; `null` without one. */
  readonly skill_sha256: string | null;
  /** `null` unless the pack is of kind `wrap`. */
  readonly bin: PinnedBin | null;
  /** Absent unless the pack is of kind `composite` and brings a `composite.js`. */
  readonly code?: PinnedCode | null;
  /** Of an `openapi` pack. */
  readonly openapi?: LockedDocument;
  readonly declared: DeclaredPack;
  readonly installed_at: string;
  /** Version of the runtime whose validators accepted these very files. */
  readonly validated_by: string;
}

/** Installed packs by exact id. */
export type PacksLock = ReadonlyMap<string, LockEntry>;

const sha256: Shape = isText('64 hexadecimal digits', (text) => /^[0-9a-f]{64}$/.test(text));
const decimal: Shape = isText('a decimal number', (text) => /^[0-9]+$/.test(text));
const octal: Shape = isText('an octal number', (text) => /^[0-7]+$/.test(text));
const milliseconds: Shape = isText('a decimal number', (text) => /^[0-9]+(?:\.[0-9]+)?$/.test(text));
const path: Shape = isText('an absolute path', (text) => text.startsWith('/'));

const pinnedFile: Shape = closed({
  path,
  sha256,
  by: oneOf('content', 'system'),
  dev: decimal,
  ino: decimal,
  size: decimal,
  mtime_ns: decimal,
  ctime_ns: decimal,
});

const pinnedHop: Shape = closed({
  path,
  dev: decimal,
  ino: decimal,
  uid: decimal,
  gid: decimal,
  mode: octal,
  ctime_ms: optional(milliseconds),
});

const pinnedBin: Shape = closed({
  written: isString,
  allowed: isBoolean,
  file: pinnedFile,
  interpreters: listOf(closed({ file: pinnedFile, args: listOf(isString) })),
  argv0: optional(path),
  accepted_paths: listOf(isString),
  hops: optional(listOf(pinnedHop)),
});

const pinnedCode: Shape = closed({ trusted: isBoolean, files: mapOf(isString, sha256) });

const entry: Shape = closed({
  root: path,
  surface_sha256: sha256,
  policy_sha256: sha256,
  skill_sha256: orNull(sha256),
  bin: orNull(pinnedBin),
  code: optional(orNull(pinnedCode)),
  openapi: optional(lockedDocument),
  declared: closed({
    name: orNull(isString),
    land: isString,
    meta: isAnyObject,
    verbs: mapOf(isString, isPlace),
    rules: listOf(isAnyObject),
  }),
  installed_at: isString,
  validated_by: isString,
});

const id: Shape = isText('a pack id, such as "ledger"', isPackId);

/** `packs.lock.json`; a pack that is not in it is not installed. */
export const packsLockFormat: StateFormat<PacksLock> = {
  shape: closed({ packs: mapOf(id, entry) }),
  versionOptional: false,
  decode: (value) => new Map(Object.entries(value['packs'] as Record<string, LockEntry>)),
};

/** Packs in the order of their ids, so that the file does not depend on who was installed first. */
export const lockMembers = (lock: PacksLock): JsonObject => ({
  packs: Object.fromEntries([...lock].sort(([one], [other]) => (one < other ? -1 : 1))),
});
