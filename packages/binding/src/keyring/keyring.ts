/** What a keyring answered. `reason` follows `keyring: ` and holds no secret. */
export type KeyringAnswer<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** The keyring of the system, its entries of service `hcp` told apart by account. Each answers within a few seconds. */
export interface Keyring {
  /** `undefined` for an account that has no entry. */
  readonly read: (account: string) => Promise<KeyringAnswer<string | undefined>>;
  readonly write: (account: string, text: string) => Promise<KeyringAnswer<true>>;
  /** Whether there was an entry. */
  readonly remove: (account: string) => Promise<KeyringAnswer<boolean>>;
}

/** Whose credential of which family an entry holds. */
export interface KeyringOwner {
  readonly tenant: string;
  readonly principalId: string;
  readonly family: string;
}

/**
 * The account of an entry (profile P7): `<tenant>/<principal>/<family>`, each part percent-encoded as in a URL, so that
 * no two owners share one. `undefined` for a part that no encoding can carry.
 */
export function keyringAccount({ tenant, principalId, family }: KeyringOwner): string | undefined {
  const parts = [tenant, principalId, family];
  return parts.every((part) => part.isWellFormed()) ? parts.map(encodeURIComponent).join('/') : undefined;
}
