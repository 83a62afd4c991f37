import type { Authenticator } from '@hcp/pipeline';
import type { AuthenticateBearer } from '../authentication/bearer-authenticator.js';
import { defaultPrincipal, type ConfigFile } from '../config/config-file.js';

export interface HostAuthenticatorOptions {
  /** Throws for a broken `config.json`, which so authenticates nobody (step 4 fails closed). */
  readonly config: () => ConfigFile;
  readonly userName: string;
  /** Absent where nobody is served over HTTP. */
  readonly authenticateBearer: AuthenticateBearer | undefined;
}

/** The bearer credential among what a caller over HTTP authenticated with. */
export const bearerOf = (credential: unknown): string | undefined =>
  typeof credential === 'object' && credential !== null && Object.hasOwn(credential, 'bearer')
    ? textOf((credential as { readonly bearer: unknown }).bearer)
    : undefined;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Who calls (profile P6): on the command line the configured principal, over HTTP the one its bearer credential
 * speaks for, and nobody on another face.
 */
export const createHostAuthenticator = (options: HostAuthenticatorOptions): Authenticator => {
  const { config, authenticateBearer } = options;
  const unconfigured = defaultPrincipal(options.userName);
  return {
    authenticate: async ({ face, credential }) => {
      if (face === 'cli') {
        return Promise.resolve(config().principal ?? unconfigured);
      }
      return face === 'http' ? authenticateBearer?.(bearerOf(credential)) : undefined;
    },
  };
};
