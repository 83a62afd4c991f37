import type { PackStore } from '@hcp/pipeline';
import type { Finding } from '../host.js';
import { programFault } from '../packs/pack-fault.js';
import type { LockEntry, PacksLock } from '../packs/packs-lock.js';
import { examineCode } from './examine-code.js';
import { examineDocument } from './examine-document.js';
import { examineCredential, type CredentialExamination } from './examine-credential.js';
import { fine, problem, problemWithAdvice, warning } from './finding.js';

export interface PackExamination extends CredentialExamination {
  readonly packs: PackStore;
  readonly lock: PacksLock;
}

const executableKinds: ReadonlySet<string> = new Set(['wrap', 'composite', 'openapi']);

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
    ...examineDocument(id, entry, examination.home.layout.plans),
    ...(kind === 'composite' ? examineCode(id, entry, examination.config) : []),
    ...(await examineCredential(found, examination)),
  ];
};

/** Each installed pack: what it resolves to, its program, its credential. Nothing is started or exchanged. */
export const examinePacks = async (examination: PackExamination): Promise<readonly Finding[]> => {
  const findings = await Promise.all([...examination.lock].map(([id, entry]) => examinePack(id, entry, examination)));
  return findings.length > 0 ? findings.flat() : [fine('packs', 'no pack is installed')];
};
