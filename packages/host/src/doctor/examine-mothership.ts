import { basename, dirname } from 'node:path';
import { findSubjectToken, readPrivateFile } from '@hcp/binding';
import type { InstalledPack } from '@hcp/pipeline';
import type { MothershipSettings } from '../config/mothership-settings.js';
import { connectionsFormat, mothershipPacks, type StoredConnection } from '../credentials/connections-file.js';
import type { Finding } from '../host.js';
import { readStateFile } from '../state/state-file.js';
import type { CredentialExamination } from './examine-credential.js';
import { fine, problem, problemWithAdvice, warning } from './finding.js';

const subject = 'mothership';
const largestSecret = 4096;

const examineSecret = ({ client_secret_file: file }: MothershipSettings): readonly Finding[] => {
  if (file === undefined) {
    return [];
  }
  const found = readPrivateFile(dirname(file), basename(file), largestSecret);
  return found.ok ? [] : [problem(subject, `the client secret: ${found.reason}`, `Put it into ${file}, 0600.`)];
};

const connectionsOf = ({ home }: CredentialExamination): readonly StoredConnection[] =>
  (home.check() ? readStateFile(home.layout.connections, connectionsFormat) : undefined) ?? [];

/** Whether a token could be exchanged for a pack: endpoint, client secret, connection, subject token. Asks nobody. */
export const examineMothership = (pack: InstalledPack, examination: CredentialExamination): readonly Finding[] => {
  const { config, principal, home, now } = examination;
  const { mothership } = config;
  if (mothership === undefined) {
    return [
      problem(
        subject,
        `pack ${pack.id} takes its credential from a mothership and none is configured`,
        'hcp config set mothership \'{"endpoint":"https://…/token","client_id":"…"}\'',
      ),
    ];
  }
  if (!mothershipPacks(connectionsOf(examination), pack.manifest.binding?.family).includes(pack.id)) {
    return [problem(subject, `pack ${pack.id} is not connected to the mothership`, `hcp connect ${pack.id}`)];
  }
  const faults = examineSecret(mothership);
  const { tenant, id: principalId } = principal;
  const token = findSubjectToken({ directory: home.layout.subjectTokens, tenant, principalId, now });
  const absent = token.ok ? undefined : problemWithAdvice(subject, token.reason, 'hcp connect --subject-token');
  return [
    ...faults,
    ...(absent === undefined
      ? []
      : [warning(subject, `calls from the command line: ${absent.message}`, absent.fix ?? '')]),
    ...(faults.length > 0 || absent !== undefined
      ? []
      : [fine(subject, `tokens for pack ${pack.id} are exchanged at ${mothership.endpoint}`)]),
  ];
};
