import { isGrant } from '@hcp/policy';
import { HcpError, type Principal } from '@hcp/pipeline';
import type { Configuration } from '../host.js';
import type { RecordAct } from '../state/admin-act.js';
import type { JsonObject } from '../state/shape.js';
import { printStateFile } from '../state/state-file.js';
import type { StateStore } from '../state/state-store.js';
import { configFormat, defaultPrincipal, type ConfigFile } from './config-file.js';
import { configPath, readSetting, withSetting } from './config-key.js';

export interface ConfigurationOptions {
  readonly store: StateStore;
  readonly userName: string;
  readonly record: RecordAct;
}

const requireGrant = (capability: string): void => {
  if (!isGrant(capability)) {
    throw new HcpError(
      'invalid_capability',
      `${JSON.stringify(capability)} is not a capability to grant; write an exact one such as ledger.transfer, ` +
        'or one of the forms ledger.* and *.read, or * for all.',
    );
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
export const createConfiguration = ({ store, userName, record }: ConfigurationOptions): Configuration => {
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
        if (printStateFile(changed) !== printStateFile(config)) {
          await record({ action: 'config', packId: null, details: { key, value } });
          write(changed);
        }
      });
    },
  };
};
