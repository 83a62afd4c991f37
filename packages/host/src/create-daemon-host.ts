import { assembleHost } from './assemble-host.js';
import type { AuthenticateBearer } from './authentication/bearer-authenticator.js';
import type { DaemonHost, DaemonHostOptions, HttpSessions } from './daemon-host.js';
import { openHostParts, type HostParts } from './host-parts.js';
import { lazily } from './lazily.js';
import { monotonicNow } from './monotonic-now.js';
import { createAuditPort } from './ports/audit-port.js';
import { configuredMode, daemonDefaultMode } from './ports/operator-settings.js';
import { createReadiness } from './readiness/examine-readiness.js';
import { watchAudit, type AuditHealth } from './readiness/audit-health.js';

const dayMs = 24 * 60 * 60 * 1000;

const lifetimeOf = ({ sessionLifetimeMs = dayMs }: DaemonHostOptions): number => {
  if (!Number.isSafeInteger(sessionLifetimeMs) || sessionLifetimeMs <= 0) {
    throw new TypeError(`sessionLifetimeMs must be an integer above 0, received ${sessionLifetimeMs}`);
  }
  return sessionLifetimeMs;
};

const openAuditHealth = ({ audit }: HostParts): AuditHealth =>
  watchAudit({
    port: createAuditPort(audit.appendable),
    recordGap: async (reason) => (await audit.appendable()).recovery({ details: { missing_records: true, reason } }),
  });

const deferAuthenticator = ({ home, config, now, notify }: HostParts): AuthenticateBearer => {
  const load = lazily(async () => {
    const { createBearerAuthenticator } = await import('./authentication/bearer-authenticator.js');
    const { notifySparingly } = await import('./authentication/notify-sparingly.js');
    const sparingly = notifySparingly(notify, monotonicNow);
    return createBearerAuthenticator({ home, config, now, notify: sparingly });
  });
  return async (bearer) => (await load())(bearer);
};

const deferHttpSessions = ({ home, store, now, notify }: HostParts, lifetimeMs: number): HttpSessions => {
  const load = lazily(async () =>
    (await import('./sessions/http-sessions.js')).createHttpSessions({ home, store, now, notify, lifetimeMs }),
  );
  return {
    create: async (principal, projectId) => (await load()).create(principal, projectId),
    find: async (principal, id) => (await load()).find(principal, id),
    remove: async (principal, id) => (await load()).remove(principal, id),
    activate: async (principal, id, packId) => (await load()).activate(principal, id, packId),
    deactivate: async (principal, id, packId) => (await load()).deactivate(principal, id, packId),
  };
};

/**
 * Opens the runtime of one machine for a daemon: the host of the command line and the same rules, with callers told
 * apart by their bearer credential (profile P6). Touches no file before it is used. Throws `TypeError` for a relative
 * home, or a lifetime that is no positive integer.
 */
export const createDaemonHost = (options: DaemonHostOptions): DaemonHost => {
  const lifetimeMs = lifetimeOf(options);
  const parts = openHostParts(options);
  const { home, config, now, notify } = parts;
  const auditHealth = openAuditHealth(parts);
  const authenticate = deferAuthenticator(parts);
  const host = assembleHost(parts, {
    audit: auditHealth.port,
    defaultMode: daemonDefaultMode,
    authenticateBearer: authenticate,
  });
  const keys = lazily(async () =>
    (await import('./idempotency/idempotency-keys.js')).openIdempotencyKeys({ home, now, notify }),
  );
  return {
    ...host,
    authenticate,
    httpSessions: deferHttpSessions(parts, lifetimeMs),
    claimIdempotencyKey: async (principal, key) => (await keys()).claim(principal, key),
    recover: async () => {
      await parts.audit.appendable();
    },
    unready: createReadiness({ home, config, auditHealth, now }),
    sandboxMode: () => Promise.resolve().then(() => configuredMode(config(), daemonDefaultMode)),
    sandboxFault: async () =>
      configuredMode(config(), daemonDefaultMode) === 'native-local'
        ? undefined
        : (await import('./doctor/examine-jail.js')).jailFault(config()),
    close: async () => {
      await (await keys()).close();
      await host.close();
    },
  };
};
