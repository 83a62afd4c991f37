import { HcpError } from '@hcp/pipeline';
import { parseCredentialRecord, type CredentialRecord } from '../credential/credential-record.js';
import {
  printConnected,
  readCredentialText,
  summarise,
  withPack,
  type CredentialSummary,
  type CredentialText,
} from '../credential/credential-text.js';
import { keyringAccount, type Keyring, type KeyringAnswer, type KeyringOwner } from './keyring.js';

export interface KeyringConnectRequest extends CredentialText, KeyringOwner {
  readonly keyring: Keyring;
  /** The pack the credential serves from now on, beside those it serves already. */
  readonly packId: string;
}

/**
 * Stores a credential in the keyring and adds a pack to those it serves (profile P7). A credential that is there is
 * replaced. The caller holds the lock of the runtime's state. Throws `HcpError` and changes nothing: `credential_invalid`
 * for the text, `credential_unreadable` for an entry that does not hold, `keyring_unavailable`.
 */
export async function connectKeyringCredential(request: KeyringConnectRequest): Promise<CredentialSummary> {
  const { keyring, family, packId } = request;
  const credential = readCredentialText(request);
  const account = accountOf(request);
  const stored = await readRecord(keyring, account);
  const packs = withPack(stored?.packs ?? [], packId);
  done(await keyring.write(account, printConnected(family, packs, credential)));
  return summarise(family, packs, credential);
}

export interface KeyringDisconnectRequest extends KeyringOwner {
  readonly keyring: Keyring;
  readonly packId: string;
}

/**
 * Takes a pack off those an entry serves, and removes an entry that then serves none. Answers the packs left; errors
 * as {@link connectKeyringCredential}.
 */
export async function disconnectKeyringCredential(request: KeyringDisconnectRequest): Promise<readonly string[]> {
  const { keyring, packId } = request;
  const account = accountOf(request);
  const stored = await readRecord(keyring, account);
  const packs = (stored?.packs ?? []).filter((other) => other !== packId);
  if (stored === undefined) return [];
  if (packs.length === 0) done(await keyring.remove(account));
  else done(await keyring.write(account, JSON.stringify({ version: 1, packs, credential: stored.credential })));
  return packs;
}

function accountOf(owner: KeyringOwner): string {
  const account = keyringAccount(owner);
  if (account !== undefined) return account;
  throw new HcpError('credential_invalid', 'keyring: tenant, principal or family holds half a surrogate pair');
}

async function readRecord(keyring: Keyring, account: string): Promise<CredentialRecord | undefined> {
  const text = done(await keyring.read(account));
  if (text === undefined) return undefined;
  const record = parseCredentialRecord(text);
  if (record.ok) return record.value;
  throw new HcpError(
    'credential_unreadable',
    `keyring ${account}: ${record.reason}. It is left as it is; remove the entry with a keyring program and connect again.`,
  );
}

function done<T>(answer: KeyringAnswer<T>): T {
  if (answer.ok) return answer.value;
  throw new HcpError('keyring_unavailable', `${answer.reason}. Nothing is changed.`);
}
