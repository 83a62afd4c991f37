import { createMothershipHub, findSubjectToken, type Hub, type HubRequest, type SubjectToken } from '@hcp/binding';
import type { ConfigFile } from '../config/config-file.js';
import { exchangeSettings } from '../config/mothership-settings.js';
import { connectionsFormat, mothershipPacks } from '../credentials/connections-file.js';
import type { HomeFolder } from '../home/home-folder.js';
import { withKernelLock } from '../lock/kernel-lock.js';
import { watchStateFile } from '../state/state-file.js';
import { bearerOf } from './host-authenticator.js';

export interface MothershipPortOptions {
  readonly home: HomeFolder;
  /** Throws for a broken `config.json`. */
  readonly config: () => ConfigFile;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const compactJwt = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/**
 * The token that is exchanged: over HTTP the JWT the caller authenticated with, on the command line the one stored for
 * the principal. Neither ever stands in for the other.
 */
const subjectTokenOf = (request: HubRequest, { home, now }: MothershipPortOptions): SubjectToken => {
  const { caller, tenant, principalId } = request;
  if (caller?.face === 'cli') {
    return findSubjectToken({ directory: home.layout.subjectTokens, tenant, principalId, now });
  }
  const bearer = caller?.face === 'http' ? bearerOf(caller.credential) : undefined;
  return bearer !== undefined && compactJwt.test(bearer)
    ? { ok: true, token: bearer }
    : {
        ok: false,
        reason: 'the caller brings no token to exchange; authenticate with a JWT, which a static token is not',
      };
};

/** The hub `mothership` of this machine: settings and connections as they are at each call, tokens kept in the home. */
export const openMothershipHub = (options: MothershipPortOptions): Hub => {
  const { home, config, now } = options;
  const readConnections = watchStateFile(home.layout.connections, connectionsFormat, now);
  return createMothershipHub({
    directory: home.layout.exchangedTokens,
    prepareFolder: home.prepare,
    settings: (family) => {
      const { mothership } = config();
      return mothership === undefined ? undefined : exchangeSettings(mothership, family);
    },
    connectedPacks: (family) => mothershipPacks((home.check() ? readConnections() : undefined) ?? [], family),
    subjectToken: (request) => subjectTokenOf(request, options),
    withLock: (file, action, waitMs) => withKernelLock(file, action, { waitMs }),
    now,
  });
};
