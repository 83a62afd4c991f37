import { checkCredentialText, connectLocalCredential } from '@hcp/binding';
import { findBindingPair, type HarnessBinding } from '@hcp/manifest';
import { HcpError, type PackStore } from '@hcp/pipeline';
import type { CredentialAdministration } from '../host.js';
import type { RecordAct } from '../state/admin-act.js';
import type { StateStore } from '../state/state-store.js';

export interface CredentialAdministrationOptions {
  readonly store: StateStore;
  readonly packs: PackStore;
  readonly record: RecordAct;
  readonly prepareFolder: (folder: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The family of a pack that keeps its credential in `credentials/`. */
const localFamily = (packId: string, binding: HarnessBinding): string => {
  const source = findBindingPair(binding)?.source;
  if (source !== 'local-credential' || binding.family === undefined) {
    throw new HcpError(
      'no_local_credential',
      `pack ${packId} keeps no credential here: its binding has mode ${binding.mode ?? 'none'} and hub ` +
        `${binding.hub ?? 'none'}; this version stores those of mode "local", hub "local-credential".`,
    );
  }
  return binding.family;
};

/** Stores credentials for installed packs (profile P7); the record names the family and never what is in it. */
export const createCredentialAdministration = (options: CredentialAdministrationOptions): CredentialAdministration => {
  const { store, packs, record, prepareFolder, now } = options;
  const familyOf = async (packId: string): Promise<string> => {
    const found = await packs.resolve(packId);
    if ('unknown' in found) {
      throw new HcpError('not_installed', `pack ${JSON.stringify(packId)} cannot be connected: ${found.reason}.`);
    }
    return localFamily(packId, found.manifest.binding ?? {});
  };
  return {
    connect: (packId, text) =>
      store.locked(async () => {
        const family = await familyOf(packId);
        checkCredentialText({ family, text, now });
        await record({ action: 'connect', packId, details: { family } });
        prepareFolder(store.layout.credentials);
        return connectLocalCredential({ directory: store.layout.credentials, family, packId, text, now });
      }),
  };
};
