import type { Authenticator } from '@hcp/pipeline';
import { defaultPrincipal, type ConfigFile } from '../config/config-file.js';

/**
 * The local user of the command line is the configured principal (profile P6); nobody is authenticated on another
 * face. A broken `config.json` throws, and so authenticates nobody either (step 4 fails closed).
 */
export const createCliAuthenticator = (config: () => ConfigFile, userName: string): Authenticator => {
  const unconfigured = defaultPrincipal(userName);
  return {
    authenticate: (caller) =>
      Promise.resolve().then(() => (caller.face === 'cli' ? (config().principal ?? unconfigured) : undefined)),
  };
};
