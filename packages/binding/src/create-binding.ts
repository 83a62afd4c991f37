import { checkBinding, findBindingPair, type CredentialSource, type HarnessBinding } from '@hcp/manifest';
import { HcpError, type Binding, type Minted, type MintRefusal, type MintRequest } from '@hcp/pipeline';
import { checkCredential } from './credential/check-credential.js';
import type { Credential } from './credential/credential.js';
import { parseCredentialRecord } from './credential/credential-record.js';
import { isExpired } from './credential/is-expired.js';
import { secretValues } from './credential/secret-values.js';
import type { Hub, HubAnswer } from './hub.js';
import { createRedactor } from './redaction/create-redactor.js';

export interface BindingOptions {
  /** One for each place credentials may come from; a call that needs another one is refused. */
  readonly hubs: readonly Hub[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Makes the Binding of a runtime (§6.3 step 7, profile P7). It mints nothing for `public` and `mock`, else reads the
 * one hub the manifest's Binding names; whatever goes wrong is a refusal, and no environment, ambient login or
 * other hub is ever tried instead (§6.7). Throws `TypeError` for two hubs of one name.
 */
export function createBinding({ hubs, now }: BindingOptions): Binding {
  const byName = new Map(hubs.map((hub) => [hub.name, hub]));
  if (byName.size !== hubs.length) throw new TypeError('two hubs of the same name; give each source one hub');
  return {
    mint: async (request) => {
      try {
        return await mint(request, { byName, now });
      } catch (error) {
        if (request.signal?.aborted === true) return refuse('the call was cancelled');
        return refuse(`the credential could not be read: ${faultOf(error)}`);
      }
    },
  };
}

interface Sources {
  readonly byName: ReadonlyMap<string, Hub>;
  readonly now: () => number;
}

async function mint(request: MintRequest, sources: Sources): Promise<Minted | MintRefusal> {
  if (request.mode === 'mock' || isWithoutBinding(request)) return mintNothing();
  const binding = request.pack.manifest.binding ?? {};
  const problem = checkBinding(binding);
  if (problem !== undefined) return refuse(problem);
  const source = findBindingPair(binding)?.source ?? 'nothing';
  const declared = source === 'nothing' ? 'public' : binding.mode;
  if (request.mode !== declared) {
    return refuse(`mode in force "${request.mode}" is not the manifest's "${String(declared)}"`);
  }
  return source === 'nothing' ? mintNothing() : mintFrom(source, binding, { request, sources });
}

/** The Policy entry says `"binding": "none"` (profile P5). */
function isWithoutBinding({ mode, pack, verbKey }: MintRequest): boolean {
  const { verbs } = pack.policy;
  return mode === 'public' && Object.hasOwn(verbs, verbKey) && verbs[verbKey]?.binding === 'none';
}

async function mintFrom(
  source: CredentialSource,
  { family }: HarnessBinding,
  { request, sources }: { readonly request: MintRequest; readonly sources: Sources },
): Promise<Minted | MintRefusal> {
  const { pack, principal, projectId, health, signal } = request;
  const hub = sources.byName.get(source);
  if (hub === undefined) return refuse(`hub "${source}" is not part of this runtime, and no other one is tried`);
  signal?.throwIfAborted();
  const { id: principalId, tenant } = principal;
  const answer = await hub.read({ packId: pack.id, family, tenant, principalId, projectId, health, signal });
  if (!answer.ok) return refuse(answer.reason);
  return mintRecord(answer, { packId: pack.id, family, now: sources.now() });
}

interface Need {
  readonly packId: string;
  readonly family: string | undefined;
  readonly now: number;
}

function mintRecord(answer: Extract<HubAnswer, { readonly ok: true }>, need: Need): Minted | MintRefusal {
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

function mintNothing(): Minted {
  return { ok: true, env: {}, headers: {}, redact: (text) => text };
}

function refuse(reason: string): MintRefusal {
  return { ok: false, reason };
}

/** A message may hold what a hub was reading; only an `HcpError` promises that its own does not. */
function faultOf(error: unknown): string {
  if (error instanceof HcpError) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^E[A-Z0-9]{2,30}$/.test(code) ? code : 'the hub failed';
}
