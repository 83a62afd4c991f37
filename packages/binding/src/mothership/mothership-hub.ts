import { hash } from 'node:crypto';
import { HcpError } from '@hcp/pipeline';
import type { Hub, HubAnswer, HubRequest } from '../hub.js';
import { systemErrorCode } from '../local/system-error.js';
import { tokenVariable, type ExchangeSettings } from './exchange-settings.js';
import { exchangeToken, type ExchangedToken, type Refusal } from './exchange-token.js';
import { isFresh } from './is-fresh.js';
import { readToken, settingsDigest, tokenPlace, writeToken, type CachedToken, type TokenPlace } from './token-cache.js';

export interface MothershipOptions {
  /** Absolute path of the folder exchanged tokens are kept in, 0600 each. */
  readonly directory: string;
  /** Makes a folder below it, private and checked. Throws `HcpError`. */
  readonly prepareFolder: (folder: string) => void;
  /** The operator's settings for a family as they are now; `undefined` where no mothership is configured. */
  readonly settings: (family: string | undefined) => ExchangeSettings | undefined;
  /** The packs the operator connected to a family. */
  readonly connectedPacks: (family: string | undefined) => readonly string[];
  /** The token to exchange: that of the principal the call is made for, and no other. */
  readonly subjectToken: (request: HubRequest) => SubjectToken;
  /** Runs an action as the only one of all processes that holds this lock file; the kernel frees it when they die. */
  readonly withLock: <T>(file: string, action: () => Promise<T>, waitMs: number) => Promise<T>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export type SubjectToken = { readonly ok: true; readonly token: string } | Refusal;

interface Asked {
  readonly options: MothershipOptions;
  readonly request: HubRequest;
  readonly settings: ExchangeSettings;
  readonly place: TokenPlace;
  readonly digest: string;
}

const refuse = (reason: string): Refusal => ({ ok: false, reason });

/** Milliseconds beyond one exchange that a process waits for others to make theirs. */
const queueMs = 30_000;

/**
 * Makes the hub `mothership` (profile P7): the principal's token exchanged (RFC 8693) for one of the family, kept until
 * shortly before it expires, per tenant, principal, project and family. One exchange at a time across processes: the
 * others read what it brought. A failure removes nothing, and a health verb exchanges nothing (§6.7).
 */
export function createMothershipHub(options: MothershipOptions): Hub {
  const running = new Map<string, Promise<HubAnswer>>();
  return {
    name: 'mothership',
    read: async (request) => {
      const asked = prepare(options, request);
      if ('reason' in asked) return asked;
      // First: what another face had exchanged is for no caller who has nothing to exchange.
      const subject = options.subjectToken(request);
      if (!subject.ok) return subject;
      const kept = findKept(asked);
      if (kept !== undefined) return kept;
      if (request.health) return refuse('there is no exchanged token, and a health verb exchanges none');
      const key = `${asked.place.owner} ${asked.digest} ${request.packId} ${hash('sha256', subject.token)}`;
      const exchanging = running.get(key) ?? refresh(asked, subject.token).finally(() => running.delete(key));
      running.set(key, exchanging);
      return exchanging;
    },
  };
}

function prepare(options: MothershipOptions, request: HubRequest): Asked | Refusal {
  const { family, packId } = request;
  const settings = options.settings(family);
  if (settings === undefined) {
    return refuse('no mothership is configured; the operator sets its endpoint with hcp config set mothership');
  }
  // Before any token is looked at: a pack that is not connected learns nothing and causes nothing.
  if (!options.connectedPacks(family).includes(packId)) {
    return refuse(
      family === undefined
        ? 'the mothership is not connected to this pack'
        : `family "${family}" is not connected to this pack`,
    );
  }
  const place = tokenPlace(options.directory, request);
  return { options, request, settings, place, digest: settingsDigest(settings) };
}

/** The answer of a token that is kept and will do, or of a kept file that does not hold. */
function findKept(asked: Asked): HubAnswer | undefined {
  const { place, digest, options, request } = asked;
  const found = readToken(place);
  if ('reason' in found) return found;
  const cached = found.value;
  const fresh = cached?.settings === digest && isFresh(cached, { now: options.now(), toTheEnd: request.health });
  return fresh ? answer(asked, cached) : undefined;
}

async function refresh(asked: Asked, subjectToken: string): Promise<HubAnswer> {
  const { options, place, settings } = asked;
  options.prepareFolder(place.folder);
  const exchange = async (): Promise<HubAnswer> => {
    // Whoever held the lock before may have brought one.
    const kept = findKept(asked);
    if (kept !== undefined) return kept;
    const exchanged = await exchangeToken({ settings, subjectToken, now: options.now });
    if (!exchanged.ok) return exchanged;
    keep(asked, exchanged.value);
    return answer(asked, exchanged.value);
  };
  try {
    return await options.withLock(place.lockFile, exchange, settings.timeoutMs + queueMs);
  } catch (error) {
    if (!(error instanceof HcpError) || error.code !== 'lock_busy') throw error;
    return refuse('others have not finished their exchange in time; call again');
  }
}

/** A token of unknown lifetime is used for this one call. */
function keep({ place, digest, options }: Asked, { token, issuedAt, expiresAt }: ExchangedToken): void {
  if (expiresAt === undefined) return;
  const cached: CachedToken = { token, issuedAt, expiresAt: Math.floor(expiresAt), settings: digest };
  try {
    writeToken(place, cached, options.now());
  } catch (error) {
    const code = systemErrorCode(error) ?? 'unknown fault';
    throw new HcpError('token_unwritable', `the exchanged token cannot be kept (${code})`, { cause: error });
  }
}

type Usable = Pick<ExchangedToken, 'token' | 'expiresAt'>;

function answer({ request, settings }: Asked, { token, expiresAt }: Usable): HubAnswer {
  const credential = {
    env: { [tokenVariable(settings, request.family)]: token },
    headers: { Authorization: `Bearer ${token}` },
    ...(expiresAt === undefined ? {} : { expires_at: new Date(expiresAt).toISOString() }),
  };
  const text = JSON.stringify({ version: 1, packs: [request.packId], credential });
  return { ok: true, source: 'mothership', text };
}
