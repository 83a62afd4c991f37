import type { ApprovalStore } from '@hcp/pipeline';

/** No operator can approve a call in this version, so no call is approved (profile P5): step 6 refuses each. */
export const noApprovals: ApprovalStore = { claim: () => Promise.resolve(undefined) };
