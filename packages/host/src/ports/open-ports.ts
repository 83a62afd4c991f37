import { randomUUID } from 'node:crypto';
import { createWrapAdapter } from '@hcp/adapter-wrap';
import { createBinding, createLocalCredentialHub } from '@hcp/binding';
import { isForbiddenVariable } from '@hcp/manifest';
import type { AuditLog, OperatorNotice, PackStore, Ports, SandboxMode } from '@hcp/pipeline';
import { createSandbox } from '@hcp/sandbox';
import type { ConfigFile } from '../config/config-file.js';
import type { HomeFolder } from '../home/home-folder.js';
import { createCliSessionStore } from '../sessions/session-store.js';
import { createAuditPort } from './audit-port.js';
import { createCliAuthenticator } from './cli-authenticator.js';
import { noApprovals } from './no-approvals.js';
import { configuredMode, withOperatorSettings } from './operator-settings.js';

export interface PortsOptions {
  readonly home: HomeFolder;
  readonly packs: PackStore;
  /** Throws for a broken `config.json`. */
  readonly config: () => ConfigFile;
  readonly userName: string;
  readonly appendableAudit: () => Promise<AuditLog>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly notifyOperator: (notice: OperatorNotice) => void;
}

/** A broken file authenticates nobody (step 4), so which mode stands here no call ever sees. */
const modeOf = (config: () => ConfigFile): SandboxMode => {
  try {
    return configuredMode(config());
  } catch {
    return configuredMode({});
  }
};

/** Wires every port of the nine steps to this machine (§6.3). Starts, reads and writes nothing by itself. */
export const openPorts = (options: PortsOptions): Ports => {
  const { home, packs, config, userName, now, notifyOperator } = options;
  const { work, credentials } = home.layout;
  const mode = modeOf(config);
  const sandbox = createSandbox({ mode, workRoot: work, isForbiddenVariable, notifyOperator });
  const adapter = createWrapAdapter({ sandbox: withOperatorSettings(sandbox, config) });
  return {
    packs,
    sessions: createCliSessionStore(home, now),
    authenticator: createCliAuthenticator(config, userName),
    approvals: noApprovals,
    binding: createBinding({ hubs: [createLocalCredentialHub({ directory: credentials })], now }),
    adapters: new Map([[adapter.kind, adapter]]),
    audit: createAuditPort(options.appendableAudit),
    sandboxMode: mode,
    newCallId: randomUUID,
    monotonicNow: () => performance.now(),
    notifyOperator,
  };
};
