import type { Hub, HubAnswer, HubRequest } from '../hub.js';
import { keyringAccount, type Keyring } from './keyring.js';

/**
 * Makes the hub `keyring` (profile P7): an entry for each tenant, principal and family in the keyring of the system. It
 * only ever reads. Store with `connectKeyringCredential`.
 */
export function createKeyringHub({ keyring }: { readonly keyring: Keyring }): Hub {
  return { name: 'keyring', read: (request) => readEntry(keyring, request) };
}

async function readEntry(keyring: Keyring, request: HubRequest): Promise<HubAnswer> {
  const { family, tenant, principalId, packId } = request;
  if (family === undefined) return { ok: false, reason: 'hub "keyring" requires family' };
  const account = keyringAccount({ tenant, principalId, family });
  if (account === undefined) return { ok: false, reason: 'hub "keyring" takes no name with half a surrogate pair' };
  const entry = await keyring.read(account);
  if (!entry.ok) return entry;
  if (entry.value !== undefined) return { ok: true, source: `keyring ${account}`, text: entry.value };
  return {
    ok: false,
    reason: `family "${family}" has no credential in the keyring (account ${account}); run hcp connect ${packId}`,
  };
}
