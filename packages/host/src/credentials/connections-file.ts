import type { Connection } from '../host.js';
import { closed, isString, listOf, oneOf, orNull, type JsonObject } from '../state/shape.js';
import type { StateFormat } from '../state/state-file.js';

/**
 * What was connected where no file of the home holds it: an entry of the keyring, which need not be open to be listed,
 * and the packs that may have tokens of the mothership. Never a secret.
 */
export type StoredConnection = Omit<Connection, 'hub' | 'problem'> & { readonly hub: 'keyring' | 'mothership' };

/** `connections.json` (profile P7: connected packs only). */
export const connectionsFormat: StateFormat<readonly StoredConnection[]> = {
  shape: closed({
    connections: listOf(
      closed({
        hub: oneOf('keyring', 'mothership'),
        family: orNull(isString),
        tenant: orNull(isString),
        principal_id: orNull(isString),
        packs: listOf(isString),
        variables: listOf(isString),
        headers: listOf(isString),
        expires_at: orNull(isString),
      }),
    ),
  }),
  versionOptional: false,
  decode: (value) => value['connections'] as readonly StoredConnection[],
};

export const connectionsMembers = (connections: readonly StoredConnection[]): JsonObject => ({ connections });

type Identity = Pick<StoredConnection, 'hub' | 'family' | 'tenant' | 'principal_id'>;

export const isSameConnection = (one: Identity, other: Identity): boolean =>
  one.hub === other.hub &&
  one.family === other.family &&
  one.tenant === other.tenant &&
  one.principal_id === other.principal_id;

/** The list with this connection in the place of the one it replaces. */
export const withConnection = (
  connections: readonly StoredConnection[],
  connection: StoredConnection,
): readonly StoredConnection[] => [...connections.filter((other) => !isSameConnection(other, connection)), connection];

/** The packs that may have tokens of the mothership for a family; of none, those that name none. */
export const mothershipPacks = (
  connections: readonly StoredConnection[],
  family: string | undefined,
): readonly string[] =>
  connections.find(({ hub, family: other }) => hub === 'mothership' && other === (family ?? null))?.packs ?? [];
