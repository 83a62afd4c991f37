import type { ApprovalRequest, InstalledPack } from '@hcp/pipeline';

/** An installed pack as far as an approval looks at it. */
export const requestedPack = {
  id: 'ledger',
  root: '/packs/ledger',
  manifest: { id: 'ledger', kind: 'composite', verbs: { transfer: {} } },
  policy: { surfaceId: 'ledger', land: 'device', verbs: { transfer: { confirm: 'approval', secretArgs: ['pin'] } } },
  surfaceSha256: '1'.repeat(64),
  policySha256: '2'.repeat(64),
} as unknown as InstalledPack;

export const approvalRequest: ApprovalRequest = {
  pack: requestedPack,
  verbKey: 'transfer',
  args: { amount: 10, pin: 'pin-4711' },
  principal: { id: 'ada', tenant: 'acme', projects: [], capabilities: [] },
  sessionId: 's1',
  bindingMode: 'public',
};
