import { checkBinding, findBindingPair, type CredentialSource, type HarnessBinding } from '@hcp/manifest';
import { HcpError, type Binding, type Minted, type MintRefusal, type MintRequest } from '@hcp/pipeline';
import type { Hub } from './hub.js';

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
  const { pack, principal, projectId, health, signal, caller } = request;
  const hub = sources.byName.get(source);
  if (hub === undefined) return refuse(`hub "${source}" is not part of this runtime, and no other one is tried`);
  signal?.throwIfAborted();
  const { id: principalId, tenant } = principal;
  const asked = { packId: pack.id, family, tenant, principalId, projectId, health, signal, caller };
  const answer = await untilAborted(hub.read(asked), signal);
  if (!answer.ok) return refuse(answer.reason);
  // Loaded here and only here: a call without a credential never pays for reading and redacting one.
  const { mintRecord } = await import('./mint-record.js');
  return mintRecord(answer, { packId: pack.id, family, now: sources.now() });
}

/** A hub that does not look at the signal keeps nobody waiting; what it answers late is dropped. */
function untilAborted<T>(reading: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return reading;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new HcpError('cancelled', 'the call was cancelled'));
    signal.addEventListener('abort', abort, { once: true });
    void reading.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
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
