import { tokenVariable } from '@hcp/binding';
import { HcpError } from '@hcp/pipeline';
import { configFormat } from '../config/config-file.js';
import { exchangeSettings } from '../config/mothership-settings.js';
import type { ConnectionSummary } from '../host.js';
import type { CredentialAdministrationOptions, CredentialNeed } from './credential-administration.js';
import { connectionsFormat, connectionsMembers, mothershipPacks, withConnection } from './connections-file.js';

/**
 * Lets a pack have tokens of the mothership for its family: nothing is stored but that, and nothing is exchanged. A
 * pack that the operator has not connected has none, whatever family it names.
 */
export const connectToMothership = async (
  { packId, family }: CredentialNeed,
  { store, record }: CredentialAdministrationOptions,
): Promise<ConnectionSummary> => {
  const { mothership } = store.read(store.layout.config, configFormat) ?? {};
  if (mothership === undefined) {
    throw new HcpError(
      'no_mothership',
      `pack ${packId} takes its credential from the mothership, and none is configured. Set its endpoint first: ` +
        'hcp config set mothership \'{"endpoint":"https://…/token","client_id":"…"}\'',
    );
  }
  const file = store.layout.connections;
  const known = store.read(file, connectionsFormat) ?? [];
  const summary = {
    hub: 'mothership',
    family: family ?? null,
    packs: [...new Set([...mothershipPacks(known, family), packId])].sort(),
    variables: [tokenVariable(exchangeSettings(mothership, family), family)],
    headers: ['Authorization'],
    expires_at: null,
  } as const;
  await record({ action: 'connect', packId, details: { hub: 'mothership', family: family ?? null } });
  store.write(file, connectionsMembers(withConnection(known, { ...summary, tenant: null, principal_id: null })));
  return summary;
};
