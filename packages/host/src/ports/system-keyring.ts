import { createKeyringHub, openSystemKeyring, type Hub, type Keyring } from '@hcp/binding';
import { runOwnProgram } from '@hcp/sandbox';

/** By which variables the keyring of the session is found; nothing else of the caller's environment goes to it. */
export type KeyringEnvironment = Readonly<Record<string, string>>;

export const openKeyring = (environment: KeyringEnvironment): Keyring =>
  openSystemKeyring({ run: runOwnProgram, environment });

export const openKeyringHub = (environment: KeyringEnvironment): Hub =>
  createKeyringHub({ keyring: openKeyring(environment) });
