import { connectKeyringCredential, disconnectKeyringCredential } from '@hcp/binding';
import type { Connection, ConnectionSummary, CredentialOwner } from '../host.js';
import { openKeyring, type KeyringEnvironment } from '../ports/system-keyring.js';
import type { CredentialAdministrationOptions } from './credential-administration.js';
import { connectionsFormat, connectionsMembers, withConnection } from './connections-file.js';

interface KeyringConnection extends CredentialOwner {
  readonly packId: string;
  readonly family: string;
  readonly text: string;
  readonly now: () => number;
}

/** Writes an entry of the keyring, and notes that it is there so that it can be listed while the keyring is locked. */
export const connectInKeyring = async (
  connection: KeyringConnection,
  { store, record, keyringEnvironment }: CredentialAdministrationOptions,
): Promise<ConnectionSummary> => {
  const { packId, family, tenant, principalId } = connection;
  const file = store.layout.connections;
  const known = store.read(file, connectionsFormat) ?? [];
  await record({ action: 'connect', packId, details: { hub: 'keyring', family, tenant, principal: principalId } });
  const keyring = openKeyring(keyringEnvironment);
  const summary = { hub: 'keyring', ...(await connectKeyringCredential({ ...connection, keyring })) } as const;
  const noted = withConnection(known, { ...summary, tenant, principal_id: principalId });
  store.write(file, connectionsMembers(noted));
  return summary;
};

interface Removal {
  readonly packId: string;
  readonly keyringEnvironment: KeyringEnvironment;
}

/** Takes a pack off the entry a connection speaks of; nothing for one that is not of the keyring. */
export const disconnectInKeyring = async (
  { hub, family, tenant, principal_id: principalId }: Connection,
  { packId, keyringEnvironment }: Removal,
): Promise<void> => {
  if (hub === 'keyring' && family !== null && tenant !== null && principalId !== null) {
    const keyring = openKeyring(keyringEnvironment);
    await disconnectKeyringCredential({ keyring, family, tenant, principalId, packId });
  }
};
