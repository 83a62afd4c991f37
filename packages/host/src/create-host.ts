import { watchConfig } from './config/watch-config.js';
import { deferConfiguration, deferCredentials, deferPacks, deferSessions } from './deferred-administration.js';
import { openHomeFolder } from './home/home-folder.js';
import { homeLayout } from './home/home-layout.js';
import type { Configuration, Host, HostOptions } from './host.js';
import { openHostAudit } from './host-audit.js';
import { lazily } from './lazily.js';
import { createPackStore } from './packs/pack-store.js';
import { openStateStore } from './state/state-store.js';

/**
 * Opens the runtime of one machine (profile P10). Touches no file before it is used, and loads what administers only
 * for the command that asks for it. Throws `TypeError` for a relative home.
 */
export const createHost = (options: HostOptions): Host => {
  const { userName, searchPath, onNotice } = options;
  const now = Date.now;
  const home = openHomeFolder(homeLayout(options.home), (message) => onNotice({ callId: '', message }));
  const store = openStateStore(home);
  const config = watchConfig(home, now);
  const packs = createPackStore(home, now);
  const audit = openHostAudit({ home, now, onNotice, userName });
  const { record } = audit;
  const shared = { home, packs, config, userName, now };

  const openPorts = async (): ReturnType<Host['ports']> =>
    (await import('./ports/open-ports.js')).openPorts({
      ...shared,
      appendableAudit: audit.appendable,
      notifyOperator: onNotice,
    });
  const openPacks = async (): Promise<Host['packs']> =>
    (await import('./packs/pack-administration.js')).createPackAdministration({
      store,
      packs,
      searchPath,
      record,
      now,
    });
  const openConfiguration = async (): Promise<Configuration> =>
    (await import('./config/configuration.js')).createConfiguration({ store, userName, record });
  const configuration = deferConfiguration(lazily(openConfiguration));
  const openSessions = async (): Promise<Host['sessions']> =>
    (await import('./sessions/session-administration.js')).createSessionAdministration({
      store,
      principal: configuration.principal,
      now,
    });
  const openCredentials = async (): Promise<Host['credentials']> =>
    (await import('./credentials/credential-administration.js')).createCredentialAdministration({
      store,
      packs,
      record,
      prepareFolder: home.prepare,
      now,
    });
  const examine = async (): ReturnType<Host['doctor']> =>
    (await import('./doctor/examine-host.js')).examineHost({
      ...shared,
      audit: audit.administration,
      nodeVersion: process.version,
    });

  return {
    home: home.layout.root,
    ports: lazily(openPorts),
    packs: deferPacks(lazily(openPacks)),
    sessions: deferSessions(lazily(openSessions)),
    configuration,
    credentials: deferCredentials(lazily(openCredentials)),
    audit: audit.administration,
    doctor: examine,
    close: audit.close,
  };
};
