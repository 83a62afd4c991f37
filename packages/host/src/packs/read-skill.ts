import { join } from 'node:path';
import { HcpError, type InstalledPack, type UnknownPack } from '@hcp/pipeline';
import { readPackFile, type PackFile } from './pack-files.js';
import type { PackView } from './describe-pack.js';

const unavailable = (id: string, reason: string): HcpError =>
  new HcpError('skill_unavailable', `pack ${id}: the Skill cannot be shown: ${reason}.`);

const inlineSkill = (id: string, found: InstalledPack | UnknownPack): string => {
  if ('unknown' in found) {
    throw unavailable(id, found.reason);
  }
  if (found.manifest.harness === undefined) {
    throw unavailable(id, 'the pack has neither HARNESS.md nor a harness member');
  }
  return found.manifest.harness;
};

const describeSkillFault = (root: string, file: PackFile | undefined): string =>
  `${join(root, 'HARNESS.md')} ${file === undefined ? 'is gone' : 'changed'} since the pack was installed; ` +
  `look at it, then hcp install --update ${root}`;

/** The Skill as installed: `HARNESS.md`, else `harness` (profile P4). Throws `HcpError` for one that changed since. */
export const readSkill = ({ id, entry, found }: PackView): string => {
  if (entry.skill_sha256 === null) {
    return inlineSkill(id, found);
  }
  const file = readPackFile(entry.root, 'HARNESS.md');
  if (file?.sha256 !== entry.skill_sha256) {
    throw unavailable(id, 'unknown' in found ? found.reason : describeSkillFault(entry.root, file));
  }
  return file.bytes.toString('utf8').replace(/^\uFEFF/, '');
};
