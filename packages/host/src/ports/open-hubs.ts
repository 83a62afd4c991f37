import { createLocalCredentialHub, type Hub } from '@hcp/binding';
import { lazily } from '../lazily.js';
import type { MothershipPortOptions } from './mothership-port.js';
import type { KeyringEnvironment } from './system-keyring.js';

export interface HubsOptions extends MothershipPortOptions {
  readonly keyringEnvironment: KeyringEnvironment;
}

/** Loaded by the first call that needs it: most calls read a file, or nothing. */
const defer = (name: string, load: () => Promise<Hub>): Hub => {
  const loaded = lazily(load);
  return { name, read: async (request) => (await loaded()).read(request) };
};

/** Every place that credentials come from on this machine (profile P7). */
export const openHubs = (options: HubsOptions): readonly Hub[] => [
  createLocalCredentialHub({ directory: options.home.layout.credentials }),
  defer('keyring', async () => (await import('./system-keyring.js')).openKeyringHub(options.keyringEnvironment)),
  defer('mothership', async () => (await import('./mothership-port.js')).openMothershipHub(options)),
];
