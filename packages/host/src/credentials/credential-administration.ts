import { checkCredentialText, connectLocalCredential, disconnectLocalCredentials } from '@hcp/binding';
import { forgetExchangedTokens, readSubjectTokenText, removeSubjectToken, storeSubjectToken } from '@hcp/binding';
import { findBindingPair } from '@hcp/manifest';
import { HcpError, type PackStore, type Principal } from '@hcp/pipeline';
import type { ConnectionSummary, CredentialAdministration, CredentialHub, CredentialOwner } from '../host.js';
import type { KeyringEnvironment } from '../ports/system-keyring.js';
import type { RecordAct } from '../state/admin-act.js';
import type { StateStore } from '../state/state-store.js';
import { connectInKeyring, disconnectInKeyring } from './connect-in-keyring.js';
import { connectToMothership } from './connect-to-mothership.js';
import { connectionsFormat, connectionsMembers } from './connections-file.js';
import { listConnections, tell } from './list-connections.js';

export interface CredentialAdministrationOptions {
  readonly store: StateStore;
  readonly packs: PackStore;
  readonly record: RecordAct;
  readonly prepareFolder: (folder: string) => void;
  /** The principal of command-line calls. */
  readonly principal: () => Promise<Principal>;
  readonly keyringEnvironment: KeyringEnvironment;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Where a pack's credential comes from. */
export interface CredentialNeed {
  readonly packId: string;
  readonly hub: CredentialHub;
  readonly family: string | undefined;
}

const needOf = async (packs: PackStore, packId: string): Promise<CredentialNeed> => {
  const found = await packs.resolve(packId);
  if ('unknown' in found) {
    throw new HcpError('not_installed', `pack ${JSON.stringify(packId)} cannot be connected: ${found.reason}.`);
  }
  const { mode, hub, family } = found.manifest.binding ?? {};
  const source = findBindingPair(found.manifest.binding ?? {})?.source ?? 'nothing';
  if (source === 'nothing') {
    throw new HcpError(
      'no_credential',
      `pack ${packId} takes no credential: its binding has mode ${mode ?? 'none'} and hub ${hub ?? 'none'}, so there ` +
        'is nothing to connect.',
    );
  }
  return { packId, hub: source, family };
};

/** Stores what packs and principals are let in with (profile P7); a record names it and never says what is in it. */
export const createCredentialAdministration = (options: CredentialAdministrationOptions): CredentialAdministration => {
  const { store, packs } = options;
  const ownerOf = async (owner: CredentialOwner | undefined): Promise<CredentialOwner> => {
    if (owner !== undefined) {
      return owner;
    }
    const { tenant, id } = await options.principal();
    return { tenant, principalId: id };
  };
  return {
    hubOf: async (packId) => (await needOf(packs, packId)).hub,
    connect: async (packId, text, owner) => {
      const whose = await ownerOf(owner);
      return store.locked(async () => {
        const need = await needOf(packs, packId);
        if (need.hub === 'mothership') {
          return connectToMothership(need, options);
        }
        const { family = '' } = need;
        const credential = { family, text: text ?? '', now: options.now };
        checkCredentialText(credential);
        return need.hub === 'keyring'
          ? connectInKeyring({ ...whose, ...credential, packId }, options)
          : connectLocally({ ...credential, packId }, options);
      });
    },
    list: () => Promise.resolve().then(() => listConnections(options)),
    remove: (packId) => store.locked(() => removePack(packId, options)),
    storeSubjectToken: async (text, owner) => {
      const whose = await ownerOf(owner);
      return store.locked(() => keepSubjectToken(text, whose, options));
    },
    removeSubjectToken: async (owner) => {
      const whose = await ownerOf(owner);
      return store.locked(() => dropSubjectToken(whose, options));
    },
  };
};

interface LocalConnection {
  readonly packId: string;
  readonly family: string;
  readonly text: string;
  readonly now: () => number;
}

const connectLocally = async (
  connection: LocalConnection,
  { store, record, prepareFolder }: CredentialAdministrationOptions,
): Promise<ConnectionSummary> => {
  const { packId, family } = connection;
  const directory = store.layout.credentials;
  await record({ action: 'connect', packId, details: { family } });
  prepareFolder(directory);
  return { hub: 'local-credential', ...connectLocalCredential({ ...connection, directory }) };
};

/** The keyring first: where it refuses, nothing else is changed either. */
const removePack: Remove = async (packId, options) => {
  const { store, record } = options;
  const { layout } = store;
  const { connections } = listConnections(options);
  const serving = connections.filter((connection) => connection.packs.includes(packId));
  if (serving.length === 0) {
    throw new HcpError(
      'not_connected',
      `nothing is connected to pack ${JSON.stringify(packId)}; hcp connect --list shows what there is.`,
    );
  }
  const removed = serving.map(({ hub, family }) => ({ hub, family }));
  await record({ action: 'connect', packId, details: { removed } });
  for (const connection of serving) {
    await disconnectInKeyring(connection, { packId, keyringEnvironment: options.keyringEnvironment });
  }
  disconnectLocalCredentials(layout.credentials, packId);
  const stored = store.read(layout.connections, connectionsFormat) ?? [];
  if (serving.some(({ hub }) => hub !== 'local-credential')) {
    const left = stored
      .map((connection) => ({ ...connection, packs: connection.packs.filter((other) => other !== packId) }))
      .filter((connection) => connection.packs.length > 0);
    store.write(layout.connections, connectionsMembers(left));
  }
  if (serving.some(({ hub }) => hub === 'mothership')) {
    forgetExchangedTokens(layout.exchangedTokens);
  }
  return removed;
};

type Remove = (
  packId: string,
  options: CredentialAdministrationOptions,
) => ReturnType<CredentialAdministration['remove']>;

const keepSubjectToken = async (
  text: string,
  owner: CredentialOwner,
  { store, record, prepareFolder, now }: CredentialAdministrationOptions,
): ReturnType<CredentialAdministration['storeSubjectToken']> => {
  readSubjectTokenText(text, now());
  const directory = store.layout.subjectTokens;
  await record({
    action: 'connect',
    packId: null,
    details: { subject_token: 'stored', tenant: owner.tenant, principal: owner.principalId },
  });
  prepareFolder(directory);
  return tell(storeSubjectToken({ directory, ...owner, now }, text));
};

const dropSubjectToken = async (
  owner: CredentialOwner,
  { store, record }: CredentialAdministrationOptions,
): Promise<boolean> => {
  await record({
    action: 'connect',
    packId: null,
    details: { subject_token: 'removed', tenant: owner.tenant, principal: owner.principalId },
  });
  const removed = removeSubjectToken(store.layout.subjectTokens, owner);
  forgetExchangedTokens(store.layout.exchangedTokens);
  return removed;
};
