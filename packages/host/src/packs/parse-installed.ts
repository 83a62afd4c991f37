import { normaliseManifest, type Manifest } from '@hcp/manifest';
import { HcpError } from '@hcp/pipeline';
import { normalisePolicy, type Policy } from '@hcp/policy';
import { runtimeVersion } from '../runtime-version.js';
import { isObject } from '../state/shape.js';
import type { LockEntry } from './packs-lock.js';

/** The two files of a pack, proved to be what was installed. */
export interface InstalledFiles {
  readonly surface: Buffer;
  readonly policy: Buffer;
}

export interface ParsedPack {
  readonly manifest: Manifest;
  readonly policy: Policy;
}

/** Skips the byte order mark that a file may have (profile P4). */
const parseTrusted = (bytes: Buffer): unknown => JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));

const parseValidated = ({ surface, policy }: InstalledFiles): ParsedPack => {
  const value = parseTrusted(surface);
  if (!isObject(value)) {
    throw new TypeError('surface.json is no object');
  }
  return { manifest: normaliseManifest(value) as Manifest, policy: normalisePolicy(parseTrusted(policy)) };
};

const validateAgain = async (entry: LockEntry, files: InstalledFiles): Promise<ParsedPack> => {
  const { checkPack, checkProgram } = await import('./check-pack.js');
  const checked = await checkPack(entry.root, files);
  if (entry.bin !== null) checkProgram(entry.root, checked.manifest, entry.bin.file.path);
  return checked;
};

/**
 * Parses an installed pack. Files this very runtime version validated at install are the same bytes still, so no
 * validator is loaded; files that another version accepted are validated again (profile P2 step 1). Throws what is
 * wrong.
 */
export const parseInstalled = async (id: string, entry: LockEntry, files: InstalledFiles): Promise<ParsedPack> => {
  const parsed = entry.validated_by === runtimeVersion ? parseValidated(files) : await validateAgain(entry, files);
  if (parsed.manifest.id !== id) {
    throw new HcpError('pack_id', `${entry.root} is pack ${parsed.manifest.id}, not ${id} as packs.lock.json has it.`);
  }
  return parsed;
};
