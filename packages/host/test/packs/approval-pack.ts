import { ledgerPolicy, ledgerSurface, makePack, type PackText } from './pack-fixture.js';

/** The ledger, where a transfer waits for the operator and its pin is secret; its program tells that it ran. */
export const approvalPack: PackText = {
  surface: {
    ...ledgerSurface,
    verbs: {
      ...ledgerSurface.verbs,
      transfer: {
        description: 'Moves money.',
        cli: ['ledger', 'transfer', '{{amount}}', '{{pin}}'],
        args: {
          type: 'object',
          properties: { amount: { type: 'integer' }, pin: { type: 'string' } },
          additionalProperties: false,
        },
      },
    },
  },
  policy: {
    ...ledgerPolicy,
    verbs: {
      ...ledgerPolicy.verbs,
      transfer: { access: 'write', capability: 'ledger.transfer', confirm: 'approval', secret_args: ['pin'] },
    },
  },
  bin: '#!/bin/sh\necho "$*" >> "$HOME/witness"\nprintf \'{"argv":"%s"}\' "$*"\n',
};

export const makeApprovalPack = (): string => makePack(approvalPack);
