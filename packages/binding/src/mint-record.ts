import type { Minted, MintRefusal } from '@hcp/pipeline';
import { checkCredential } from './credential/check-credential.js';
import type { Credential } from './credential/credential.js';
import { parseCredentialRecord } from './credential/credential-record.js';
import { isExpired } from './credential/is-expired.js';
import { secretValues } from './credential/secret-values.js';
import type { HubAnswer } from './hub.js';
import { createRedactor } from './redaction/create-redactor.js';

/** Who asks, and when. */
export interface Need {
  readonly packId: string;
  readonly family: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Makes what a hub has read a credential of one call, or says why it is none (profile P7). */
export function mintRecord(answer: Extract<HubAnswer, { readonly ok: true }>, need: Need): Minted | MintRefusal {
  const record = parseCredentialRecord(answer.text);
  if (!record.ok) return refuse(`${answer.source}: ${record.reason}`);
  // Before anything in the credential is looked at: a pack it does not serve learns nothing about it.
  if (!record.value.packs.includes(need.packId)) {
    return refuse(`family "${need.family ?? ''}" is not connected to this pack`);
  }
  const checked = checkCredential(record.value.credential, '/credential');
  if (!checked.ok) return refuse(`${answer.source}: ${checked.reason}`);
  if (isExpired(checked.value, need.now)) {
    const { expiresAt = '' } = checked.value;
    return refuse(`${answer.source}: expired at ${expiresAt}; run hcp connect ${need.packId} with a new credential`);
  }
  return mintCredential(checked.value);
}

function mintCredential(credential: Credential): Minted {
  return {
    ok: true,
    env: { ...credential.env },
    headers: { ...credential.headers },
    redact: createRedactor(secretValues(credential)),
  };
}

function refuse(reason: string): MintRefusal {
  return { ok: false, reason };
}
