import type { CompositeHandlers } from '@hcp/adapter-composite';
import { createWrapAdapter } from '@hcp/adapter-wrap';
import { createBinding } from '@hcp/binding';
import { isForbiddenVariable } from '@hcp/manifest';
import type { ApprovalStore, AuditLog, OperatorNotice, PackStore, Ports, SandboxMode } from '@hcp/pipeline';
import { createSandbox } from '@hcp/sandbox';
import { sha256Hex } from '../audit/digest.js';
import type { ConfigFile } from '../config/config-file.js';
import type { HomeFolder } from '../home/home-folder.js';
import type { AuthenticateBearer } from '../authentication/bearer-authenticator.js';
import { lazily } from '../lazily.js';
import { monotonicNow } from '../monotonic-now.js';
import { createSessionStore } from '../sessions/session-store.js';
import type { StateStore } from '../state/state-store.js';
import { newCallId } from './call-id.js';
import { createCompositePort } from './composite-port.js';
import { createHostAuthenticator } from './host-authenticator.js';
import { createJailPort } from './jail-port.js';
import { openHubs } from './open-hubs.js';
import { createOpenApiPort } from './openapi-port.js';
import { configuredMode, withOperatorSettings } from './operator-settings.js';
import type { KeyringEnvironment } from './system-keyring.js';

export interface PortsOptions {
  readonly home: HomeFolder;
  readonly store: StateStore;
  readonly packs: PackStore;
  /** Throws for a broken `config.json`. */
  readonly config: () => ConfigFile;
  readonly userName: string;
  readonly audit: AuditLog;
  /** Profile P9: where `config.json` names none. */
  readonly defaultMode: SandboxMode;
  /** Absent where nobody is served over HTTP. */
  readonly authenticateBearer: AuthenticateBearer | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly notifyOperator: (notice: OperatorNotice) => void;
  readonly ownsProcess: boolean;
  readonly compositeHandlers: CompositeHandlers | undefined;
  /** Takes what ends connections that are kept between calls. */
  readonly onClose: (close: () => Promise<void>) => void;
  readonly keyringEnvironment: KeyringEnvironment;
}

/** A broken file authenticates nobody (step 4), so which mode stands here no call ever sees. */
const modeOf = ({ config, defaultMode }: PortsOptions): SandboxMode => {
  try {
    return configuredMode(config(), defaultMode);
  } catch {
    return defaultMode;
  }
};

/** Loaded by the first call that needs an approval. */
const deferApprovals = ({ store, now, notifyOperator }: PortsOptions): ApprovalStore => {
  const load = lazily(async () =>
    (await import('../approvals/approval-store.js')).createApprovalStore({
      store,
      now,
      notify: (message) => notifyOperator({ callId: '', message }),
    }),
  );
  return {
    claim: async (request) => (await load()).claim(request),
    holds: async (request) => (await load()).holds(request),
  };
};

/** Wires every port of the nine steps to this machine (§6.3). Starts, reads and writes nothing by itself. */
export const openPorts = (options: PortsOptions): Ports => {
  const { home, packs, config, userName, now, notifyOperator, defaultMode, authenticateBearer, ownsProcess } = options;
  const { work } = home.layout;
  const mode = modeOf(options);
  const sandbox = createSandbox({
    ...{ mode, workRoot: work, sha256Hex, isForbiddenVariable, notifyOperator, ownsProcess },
    ...(mode === 'sandbox' ? { jail: createJailPort(home.layout.root, config) } : {}),
  });
  const adapter = createWrapAdapter({ sandbox: withOperatorSettings(sandbox, { config, defaultMode }) });
  const handlers = options.compositeHandlers ?? {};
  const composite = createCompositePort({ config, defaultMode, mode, handlers, notifyOperator });
  const openapi = createOpenApiPort({ plans: home.layout.plans, config });
  options.onClose(openapi.close);
  return {
    packs,
    sessions: createSessionStore(home, now),
    authenticator: createHostAuthenticator({ config, userName, authenticateBearer }),
    approvals: deferApprovals(options),
    binding: createBinding({ hubs: openHubs(options), now }),
    adapters: new Map([adapter, composite, openapi.adapter].map((one) => [one.kind, one])),
    audit: options.audit,
    sandboxMode: mode,
    newCallId,
    monotonicNow,
    notifyOperator,
  };
};
