import { defaultPrincipal, type ConfigFile } from '../config/config-file.js';
import type { HomeFolder } from '../home/home-folder.js';
import type { AuditAdministration, Finding } from '../host.js';
import type { PackStore, SandboxMode } from '@hcp/pipeline';
import { packsLockFormat, type PacksLock } from '../packs/packs-lock.js';
import { readStateFile } from '../state/state-file.js';
import type { StateStore } from '../state/state-store.js';
import { examineAudit } from './examine-audit.js';
import { examineKeyring } from './examine-credential.js';
import { examineHome } from './examine-home.js';
import { examinePacks } from './examine-packs.js';
import { examineConfig, examineSandbox } from './examine-settings.js';
import { examineState } from './examine-state.js';
import { examineNode, examineProcesses } from './examine-system.js';
import { examineAll } from './finding.js';
import { openKeyring, type KeyringEnvironment } from '../ports/system-keyring.js';

export interface HostExamination {
  readonly home: HomeFolder;
  readonly store: StateStore;
  readonly packs: PackStore;
  /** Throws for a broken `config.json`. */
  readonly config: () => ConfigFile;
  readonly audit: AuditAdministration;
  readonly userName: string;
  /** Of the face that asks, where `config.json` names none. */
  readonly defaultMode: SandboxMode;
  readonly keyringEnvironment: KeyringEnvironment;
  /** Of the running Node, `v24.1.0`-style. */
  readonly nodeVersion: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Looks at everything a call needs (profile P11 `doctor`); starts no program of a pack, exchanges and repairs nothing. */
export const examineHost = (examination: HostExamination): Promise<readonly Finding[]> => {
  const { home, store, packs, config, audit, userName, defaultMode, now } = examination;
  const { layout } = home;
  const keyring = openKeyring(examination.keyringEnvironment);
  const lock = (): PacksLock =>
    (home.check() ? readStateFile(layout.packsLock, packsLockFormat) : undefined) ?? new Map();
  /** What is wrong with the file is told where the packs are. */
  const readableLock = (): PacksLock => {
    try {
      return lock();
    } catch {
      return new Map();
    }
  };
  const whole = 'Mend the file, or move it away; nothing is read from it as it is.';
  return examineAll([
    { subject: 'node', examine: () => examineNode(examination.nodeVersion), fix: 'Install a newer Node.' },
    { subject: 'home', examine: () => examineHome(home), fix: 'Set HCP_HOME to a folder of your own on a local disk.' },
    { subject: 'config', examine: () => examineConfig(config(), layout.config, userName), fix: whole },
    { subject: 'sandbox', examine: () => examineSandbox(config(), [...lock().keys()], defaultMode), fix: whole },
    {
      subject: 'packs',
      examine: () => {
        const settings = config();
        const principal = settings.principal ?? defaultPrincipal(userName);
        return examinePacks({ packs, lock: lock(), principal, config: settings, home, keyring, now });
      },
      fix: whole,
    },
    { subject: 'keyring', examine: () => examineKeyring(keyring), fix: 'Use packs whose hub is local-credential.' },
    { subject: 'state', examine: () => examineState(store), fix: whole },
    {
      subject: 'audit',
      examine: () => examineAudit({ home, audit, lock: readableLock() }),
      fix: `Keep what is in ${layout.audit} as evidence, and move it away to begin a new log.`,
    },
    { subject: 'processes', examine: examineProcesses, fix: 'Run on Linux with /proc mounted.' },
  ]);
};
