import { listLocalCredentials, listSubjectTokens, type StoredCredential, type SubjectSummary } from '@hcp/binding';
import type { Connection, CredentialAdministration, SubjectTokenSummary } from '../host.js';
import type { StateStore } from '../state/state-store.js';
import { connectionsFormat, type StoredConnection } from './connections-file.js';

export const tell = ({ tenant, principalId, expiresAt }: SubjectSummary): SubjectTokenSummary => ({
  tenant,
  principal_id: principalId,
  expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
});

export interface ListOptions {
  readonly store: StateStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const ofFile = (stored: StoredCredential): Connection => ({
  hub: 'local-credential',
  tenant: null,
  principal_id: null,
  ...(stored.ok
    ? { ...stored.summary, problem: null }
    : { family: stored.file, packs: [], variables: [], headers: [], expires_at: null, problem: stored.reason }),
});

const ofEntry = (stored: StoredConnection): Connection => ({ ...stored, problem: null });

/** What is stored, without a secret of it, and what is wrong with it as far as that can be seen without a keyring. */
export const listConnections = ({ store, now }: ListOptions): Awaited<ReturnType<CredentialAdministration['list']>> => {
  const { credentials, connections, subjectTokens } = store.layout;
  // Of the home itself, before anything below it is believed.
  const known = store.read(connections, connectionsFormat) ?? [];
  const withExpiry = (connection: Connection): Connection => {
    const { expires_at: end, problem } = connection;
    const over = end !== null && !(now() < Date.parse(end));
    return over && problem === null ? { ...connection, problem: `expired at ${end}` } : connection;
  };
  return {
    connections: [...listLocalCredentials(credentials).map(ofFile), ...known.map(ofEntry)].map(withExpiry),
    subject_tokens: listSubjectTokens(subjectTokens).map(tell),
  };
};
