import { join } from 'node:path';
import { createBinding, createKeyringHub, createLocalCredentialHub, familyFileName } from '@hcp/binding';
import { findConnectObstacle, type Keyring } from '@hcp/binding';
import { findBindingPair, type CredentialSource } from '@hcp/manifest';
import type { InstalledPack, Principal } from '@hcp/pipeline';
import type { ConfigFile } from '../config/config-file.js';
import type { HomeFolder } from '../home/home-folder.js';
import type { Finding } from '../host.js';
import { examineMothership } from './examine-mothership.js';
import { fine, problem, problemWithAdvice } from './finding.js';

export interface CredentialExamination {
  readonly home: HomeFolder;
  readonly principal: Principal;
  readonly config: ConfigFile;
  readonly keyring: Keyring;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

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

/** As a health verb would be let in: what exists is read, nothing is made. */
const examineStored = async (pack: InstalledPack, examination: CredentialExamination): Promise<Finding> => {
  const { principal, home, keyring, now } = examination;
  const directory = home.layout.credentials;
  const { family = '', mode } = pack.manifest.binding ?? {};
  const subject = `credential ${family}`;
  const hubs = [createLocalCredentialHub({ directory }), createKeyringHub({ keyring })];
  const request = { pack, verbKey: '', principal, projectId: null, health: true, signal: undefined };
  const defaultMode = sourceOf(pack) === 'keyring' ? 'user' : 'public';
  const minted = await createBinding({ hubs, now }).mint({ ...request, mode: mode ?? defaultMode });
  if (minted.ok) {
    return fine(subject, `is connected to pack ${pack.id}`);
  }
  return sourceOf(pack) === 'keyring'
    ? problemWithAdvice(
        subject,
        `pack ${pack.id} needs an entry of the keyring: ${minted.reason}`,
        `hcp connect ${pack.id}`,
      )
    : problem(
        subject,
        `pack ${pack.id} needs ${join(directory, familyFileName(family))}: ${minted.reason}`,
        credentialFix(pack.id, directory, family),
      );
};

/** Whether the credential of a pack is there as a call would find it. */
export const examineCredential = async (
  pack: InstalledPack,
  examination: CredentialExamination,
): Promise<readonly Finding[]> => {
  const source = sourceOf(pack);
  if (source === 'nothing' || !needsCredential(pack)) {
    return [];
  }
  return source === 'mothership' ? examineMothership(pack, examination) : [await examineStored(pack, examination)];
};

/** Whether there is a keyring, said before a pack needs it; it is asked for what it cannot have. */
export const examineKeyring = async (keyring: Keyring): Promise<readonly Finding[]> => {
  const answer = await keyring.read('doctor');
  return [
    fine(
      'keyring',
      answer.ok
        ? 'the keyring of this system answers'
        : `${answer.reason}; a pack with hub keyring is refused, others do without`,
    ),
  ];
};
