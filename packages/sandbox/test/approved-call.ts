import type { ApprovedCall } from '@hcp/pipeline';

let calls = 0;

/** Stands in for the minting step, which alone makes these. */
export function approvedCall(
  fields: Partial<Pick<ApprovedCall, 'callId' | 'packId' | 'tenant' | 'principalId' | 'signal'>> = {},
): ApprovedCall {
  calls += 1;
  return {
    callId: `call-${process.pid}-${calls}`,
    packId: 'ledger',
    verbKey: 'list',
    tenant: 'acme',
    principalId: 'ada',
    projectId: null,
    bindingMode: 'public',
    signal: undefined,
    ...fields,
  } as unknown as ApprovedCall;
}
