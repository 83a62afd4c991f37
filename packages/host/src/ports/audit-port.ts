import type { AuditLog } from '@hcp/pipeline';

/** The audit as the pipeline sees it, opened at the first append (profile P8); a failed opening refuses that call. */
export const createAuditPort = (appendable: () => Promise<AuditLog>): AuditLog => ({
  denial: async (event) => (await appendable()).denial(event),
  intent: async (event) => (await appendable()).intent(event),
  outcome: async (event) => (await appendable()).outcome(event),
});
