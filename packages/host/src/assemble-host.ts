import { prepareShortDigests } from './audit/digest.js';
import {
  deferApprovals,
  deferConfiguration,
  deferCredentials,
  deferPacks,
  deferSessions,
  deferTokens,
} from './deferred-administration.js';
import type { Configuration, Host } from './host.js';
import type { HostParts } from './host-parts.js';
import { lazily } from './lazily.js';
import type { PortsOptions } from './ports/open-ports.js';

/** What the ports of one face have of their own. */
export type FacePorts = Pick<PortsOptions, 'audit' | 'defaultMode' | 'authenticateBearer'>;

type Administrations = Pick<Host, 'configuration' | 'packs' | 'sessions' | 'credentials' | 'tokens' | 'approvals'>;

/** Each is loaded by the command that asks for it. */
const deferAdministrations = ({ home, store, packs, audit, now, notify, options }: HostParts): Administrations => {
  const { userName, searchPath } = options;
  const { record } = audit;
  const openConfiguration = async (): Promise<Configuration> =>
    (await import('./config/configuration.js')).createConfiguration({ store, userName, record, notify });
  const configuration = deferConfiguration(lazily(openConfiguration));
  const { principal } = configuration;
  const openPacks = async (): Promise<Host['packs']> =>
    (await import('./packs/pack-administration.js')).createPackAdministration({
      store,
      packs,
      searchPath,
      record,
      now,
    });
  const openSessions = async (): Promise<Host['sessions']> =>
    (await import('./sessions/session-administration.js')).createSessionAdministration({
      store,
      principal,
      packFault: async (id, entry) => (await import('./packs/pack-fault.js')).packFault(entry, await packs.resolve(id)),
      notify,
      now,
    });
  const openCredentials = async (): Promise<Host['credentials']> =>
    (await import('./credentials/credential-administration.js')).createCredentialAdministration({
      store,
      packs,
      record,
      now,
      prepareFolder: home.prepare,
      principal,
      keyringEnvironment: options.keyringEnvironment ?? {},
    });
  const openTokens = async (): Promise<Host['tokens']> =>
    (await import('./tokens/token-administration.js')).createTokenAdministration({ store, record, now });
  const openApprovals = async (): Promise<Host['approvals']> =>
    (await import('./approvals/approval-administration.js')).createApprovalAdministration({
      store,
      packs,
      now,
      record: audit.recordApproval,
    });
  return {
    configuration,
    packs: deferPacks(lazily(openPacks)),
    sessions: deferSessions(lazily(openSessions)),
    credentials: deferCredentials(lazily(openCredentials)),
    tokens: deferTokens(lazily(openTokens)),
    approvals: deferApprovals(lazily(openApprovals)),
  };
};

/** Puts a host together of its parts; what a call does not need is loaded by what does. */
export const assembleHost = (parts: HostParts, face: FacePorts): Host => {
  const { home, store, packs, config, audit, now } = parts;
  const { userName, onNotice: notifyOperator } = parts.options;
  const keyringEnvironment = parts.options.keyringEnvironment ?? {};
  const closing: (() => Promise<void>)[] = [];
  const shared = { home, packs, config, userName, now, keyringEnvironment };
  return {
    ...deferAdministrations(parts),
    home: home.layout.root,
    ports: lazily(async () => {
      await prepareShortDigests();
      return (await import('./ports/open-ports.js')).openPorts({
        ...shared,
        ...face,
        store,
        notifyOperator,
        ownsProcess: parts.options.ownsProcess === true,
        compositeHandlers: parts.options.compositeHandlers,
        onClose: (close) => void closing.push(close),
      });
    }),
    audit: audit.administration,
    doctor: async () =>
      (await import('./doctor/examine-host.js')).examineHost({
        ...shared,
        store,
        defaultMode: face.defaultMode,
        audit: audit.administration,
        nodeVersion: process.version,
      }),
    close: async () => {
      await Promise.all(closing.map((close) => close()));
      await audit.close();
    },
  };
};
