import { isGrant } from '@hcp/policy';
import { HcpError, type Principal } from '@hcp/pipeline';
import type { Configuration } from '../host.js';
import { packsLockFormat } from '../packs/packs-lock.js';
import type { RecordAct } from '../state/admin-act.js';
import type { JsonObject } from '../state/shape.js';
import { printStateFile } from '../state/state-file.js';
import type { StateStore } from '../state/state-store.js';
import { configFormat, defaultPrincipal, type ConfigFile } from './config-file.js';
import { configPath, readSetting, withSetting, type ConfigPath } from './config-key.js';

export interface ConfigurationOptions {
  readonly store: StateStore;
  readonly userName: string;
  readonly record: RecordAct;
  /** Tells the operator what is no reason to refuse. */
  readonly notify: (message: string) => void;
}

/** Every capability is a pack's own, `<pack id>.<name>` (profile P5): what cannot begin one grants nothing. */
const beginsCapability = /^[a-z0-9][a-z0-9._-]*\../;

const requireMatching = (capability: string): void => {
  if (capability !== '*' && !capability.startsWith('*.') && !beginsCapability.test(capability)) {
    throw new HcpError(
      'invalid_capability',
      `${JSON.stringify(capability)} matches no capability: each is named <pack id>.<name>, the id in lower case. ` +
        'Write an exact one such as ledger.transfer, or ledger.* for all of a pack.',
    );
  }
};

const requireGrant = (capability: string): void => {
  if (!isGrant(capability)) {
    throw new HcpError(
      'invalid_capability',
      `${JSON.stringify(capability)} is not a capability to grant; write an exact one such as ledger.transfer, ` +
        'or one of the forms ledger.* and *.read, or * for all.',
    );
  }
};

/** A setting may come before its pack; a mistyped id would set nothing that anybody reads. */
const warnUnknownPack = (store: StateStore, [section, id]: ConfigPath, notify: (message: string) => void): void => {
  if (section !== 'packs' || id === undefined) {
    return;
  }
  const lock = store.read(store.layout.packsLock, packsLockFormat);
  if (lock?.has(id) !== true) {
    const installed = [...(lock?.keys() ?? [])].join(', ') || 'none';
    notify(`config: pack ${id} is not installed, so this has no effect until it is. Installed: ${installed}.`);
  }
};

const withoutGrant = (held: readonly string[], capability: string): readonly string[] => {
  if (!held.includes(capability)) {
    throw new HcpError(
      'not_granted',
      `${JSON.stringify(capability)} is not granted as such; granted are: ${held.join(', ') || 'none'}.`,
    );
  }
  return held.filter((other) => other !== capability);
};

const requireValid = (key: string, config: JsonObject): void => {
  const wrong = configFormat.shape(config, '/');
  if (wrong !== undefined) {
    throw new HcpError('invalid_setting', `config: ${key} does not take this value: ${wrong}. Nothing is changed.`);
  }
};

/** Administration of `config.json`: every change is validated whole, recorded, then written (profile P8, P10). */
export const createConfiguration = ({ store, userName, record, notify }: ConfigurationOptions): Configuration => {
  const file = store.layout.config;
  const read = (): ConfigFile => store.read(file, configFormat) ?? {};
  const principalOf = (config: ConfigFile): Principal => config.principal ?? defaultPrincipal(userName);
  const write = (config: JsonObject): void => store.write(file, config);
  /** `edit` answers the new list, or `undefined` when nothing changes. */
  const editCapabilities = (
    act: { readonly action: 'grant' | 'revoke'; readonly capability: string },
    edit: (held: readonly string[]) => readonly string[] | undefined,
  ): Promise<Principal> =>
    store.locked(async () => {
      const config = read();
      const principal = principalOf(config);
      const capabilities = edit(principal.capabilities);
      if (capabilities === undefined) {
        return principal;
      }
      const changed = { ...principal, capabilities };
      await record({
        action: act.action,
        packId: null,
        details: { capability: act.capability, principal: principal.id, tenant: principal.tenant },
      });
      write({ ...config, principal: changed });
      return changed;
    });
  return {
    principal: () => Promise.resolve().then(() => principalOf(read())),
    grant: async (capability) => {
      requireGrant(capability);
      requireMatching(capability);
      return editCapabilities({ action: 'grant', capability }, (held) =>
        held.includes(capability) ? undefined : [...held, capability],
      );
    },
    revoke: async (capability) => {
      requireGrant(capability);
      return editCapabilities({ action: 'revoke', capability }, (held) => withoutGrant(held, capability));
    },
    get: (key) =>
      Promise.resolve().then(() => (key === undefined ? read() : readSetting({ ...read() }, configPath(key)))),
    set: async (key, value) => {
      const path = configPath(key);
      await store.locked(async () => {
        const config = { ...read() };
        const changed = withSetting(config, path, value);
        requireValid(key, changed);
        if (value !== null) {
          warnUnknownPack(store, path, notify);
        }
        if (printStateFile(changed) !== printStateFile(config)) {
          await record({ action: 'config', packId: null, details: { key, value } });
          write(changed);
        }
      });
    },
  };
};
