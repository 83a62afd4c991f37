import type { Principal } from '@hcp/pipeline';
import type { ConfigFile } from '../config/config-file.js';
import type { JwtSettings } from '../config/jwt-settings.js';
import type { HomeFolder } from '../home/home-folder.js';
import { reasonOf } from '../home/system-error.js';
import { watchStateFile } from '../state/state-file.js';
import { holderOf } from '../tokens/bearer-token.js';
import { tokensFormat, type StoredToken } from '../tokens/token-file.js';
import { createJwtVerifier, type VerifyJwt } from './jwt-verifier.js';

export interface BearerAuthenticatorOptions {
  readonly home: HomeFolder;
  /** Throws for a broken `config.json`. */
  readonly config: () => ConfigFile;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Hears why nobody is authenticated; never the credential. */
  readonly notify: (message: string) => void;
  /** Milliseconds before keys are fetched again for a key that is not among them; default 5 s. */
  readonly keyCooldownMs?: number;
}

/** Whom a bearer credential speaks for (profile P6); `undefined` for whatever is wrong with it. Never throws. */
export type AuthenticateBearer = (bearer: string | undefined) => Promise<Principal | undefined>;

const defaultKeyCooldownMs = 5_000;

/** UTF-16 units; a longer one is no credential and costs nothing to refuse. */
const longestBearer = 16 * 1024;

const compactJwt = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/** The verifier of the settings as they are now; a change of them begins a new one. */
const followSettings = (options: BearerAuthenticatorOptions): ((settings: JwtSettings) => Promise<VerifyJwt>) => {
  const { now, keyCooldownMs = defaultKeyCooldownMs } = options;
  let current: { readonly text: string; readonly verify: Promise<VerifyJwt> } | undefined;
  return (settings) => {
    const text = JSON.stringify(settings);
    if (current?.text !== text) {
      current = { text, verify: createJwtVerifier(settings, { now, cooldownMs: keyCooldownMs }) };
    }
    return current.verify;
  };
};

/** The authentication of face `http`: a static token, else a JWT where one is configured. */
export const createBearerAuthenticator = (options: BearerAuthenticatorOptions): AuthenticateBearer => {
  const { home, config, now, notify } = options;
  const readTokens = watchStateFile(home.layout.tokens, tokensFormat, now);
  const tokensNow = (): readonly StoredToken[] => (home.check() ? readTokens() : undefined) ?? [];
  const verifierOf = followSettings(options);
  const identify = async (bearer: string): Promise<Principal | undefined> => {
    const holder = holderOf(tokensNow(), bearer);
    // Read for every bearer: a broken config.json authenticates nobody, on this face as on the command line.
    const settings = config().authentication?.jwt;
    if (holder !== undefined || settings === undefined || !compactJwt.test(bearer)) {
      return holder;
    }
    const verify = await verifierOf(settings);
    return verify(bearer);
  };
  return async (bearer) => {
    if (bearer === undefined || bearer === '' || bearer.length > longestBearer) {
      return undefined;
    }
    try {
      const principal = await identify(bearer);
      if (principal === undefined) {
        notify('authentication: a bearer credential is no token of this home.');
      }
      return principal;
    } catch (error) {
      notify(`authentication: a bearer credential is refused: ${reasonOf(error)}.`);
      return undefined;
    }
  };
};
