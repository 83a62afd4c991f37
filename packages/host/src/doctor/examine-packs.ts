import { join } from 'node:path';
import { findBindingPair, type CredentialSource } from '@hcp/manifest';
import { createBinding, createLocalCredentialHub, familyFileName, findConnectObstacle } from '@hcp/binding';
import type { InstalledPack, PackStore, Principal } from '@hcp/pipeline';
import type { ConfigFile } from '../config/config-file.js';
import type { Finding } from '../host.js';
import { programFault } from '../packs/pack-fault.js';
import type { LockEntry, PacksLock } from '../packs/packs-lock.js';
import { examineCode } from './examine-code.js';
import { fine, problem, problemWithAdvice, warning } from './finding.js';

export interface PackExamination {
  readonly packs: PackStore;
  readonly lock: PacksLock;
  readonly principal: Principal;
  readonly config: ConfigFile;
  /** Absolute path of `credentials/`. */
  readonly credentials: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const executableKinds: ReadonlySet<string> = new Set(['wrap', 'composite']);

const examineBin = async (id: string, entry: LockEntry): Promise<readonly Finding[]> => {
  const { bin, root } = entry;
  const subject = `pack ${id}`;
  if (bin === null) {
    return [];
  }
  const fault = await programFault(entry);
  const accepted = bin.accepted_paths.map((path) =>
    warning(
      subject,
      `the owner or mode of ${path} was accepted at install`,
      `hcp install --update ${root} takes it back.`,
    ),
  );
  return fault === undefined
    ? [fine(subject, `runs ${bin.file.path}`), ...accepted]
    : [problemWithAdvice(subject, fault, `Look at the program, then hcp install --update ${root}`), ...accepted];
};

const sourceOf = ({ manifest }: InstalledPack): CredentialSource =>
  findBindingPair(manifest.binding ?? {})?.source ?? 'nothing';

const needsCredential = (pack: InstalledPack): boolean =>
  Object.values(pack.policy.verbs).some(({ binding }) => binding === 'pack');

/** What `hcp connect` refuses to replace has to be out of its way first. */
const credentialFix = (packId: string, credentials: string, family: string): string => {
  const path = join(credentials, familyFileName(family));
  const obstacle = findConnectObstacle(credentials, family);
  if (obstacle === undefined) {
    return `hcp connect ${packId}`;
  }
  return obstacle.startsWith(`${path}: has mode `)
    ? `Whoever could read it may have: chmod 600 ${path}, or make a new one and move this away, then hcp connect ${packId}`
    : `Move ${path} away, then hcp connect ${packId}`;
};

const examineLocalCredential = async (pack: InstalledPack, examination: PackExamination): Promise<Finding> => {
  const { principal, credentials, now } = examination;
  const { family = '', mode } = pack.manifest.binding ?? {};
  const subject = `credential ${family}`;
  const binding = createBinding({ hubs: [createLocalCredentialHub({ directory: credentials })], now });
  const request = { pack, verbKey: '', principal, projectId: null, health: true, signal: undefined };
  const minted = await binding.mint({ ...request, mode: mode ?? 'public' });
  return minted.ok
    ? fine(subject, `is connected to pack ${pack.id}`)
    : problem(
        subject,
        `pack ${pack.id} needs ${join(credentials, familyFileName(family))}: ${minted.reason}`,
        credentialFix(pack.id, credentials, family),
      );
};

const examineCredential = async (pack: InstalledPack, examination: PackExamination): Promise<readonly Finding[]> => {
  const source = sourceOf(pack);
  if (source === 'nothing' || !needsCredential(pack)) {
    return [];
  }
  return source === 'local-credential'
    ? [await examineLocalCredential(pack, examination)]
    : [
        problem(
          `pack ${pack.id}`,
          `takes its credential from ${source}, which is not available in this version, so its calls are refused`,
          'Use a pack whose binding is {"mode": "local", "hub": "local-credential"}.',
        ),
      ];
};

const examinePack = async (id: string, entry: LockEntry, examination: PackExamination): Promise<readonly Finding[]> => {
  const subject = `pack ${id}`;
  const found = await examination.packs.resolve(id);
  if ('unknown' in found) {
    return [problemWithAdvice(subject, found.reason, `Look at ${entry.root}, then hcp install --update ${entry.root}`)];
  }
  const { kind, pass_through } = found.manifest;
  return [
    ...(executableKinds.has(kind)
      ? []
      : [problem(subject, `its kind ${kind} is not executable in this version`, `hcp uninstall ${id}`)]),
    ...(pass_through === undefined
      ? []
      : [warning(subject, 'is a bootstrap: its pass_through is never executed', 'Use a version with named commands.')]),
    ...(await examineBin(id, entry)),
    ...(kind === 'composite' ? examineCode(id, entry, examination.config) : []),
    ...(await examineCredential(found, examination)),
  ];
};

/** Each installed pack: what it resolves to, its program, its credential. Nothing is started or exchanged. */
export const examinePacks = async (examination: PackExamination): Promise<readonly Finding[]> => {
  const findings = await Promise.all([...examination.lock].map(([id, entry]) => examinePack(id, entry, examination)));
  return findings.length > 0 ? findings.flat() : [fine('packs', 'no pack is installed')];
};
