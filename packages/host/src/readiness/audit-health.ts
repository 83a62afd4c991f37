import type { AuditLog } from '@hcp/pipeline';
import { reasonOf } from '../home/system-error.js';

/** The audit of one process, watched for records that could not be written. */
export interface AuditHealth {
  readonly port: AuditLog;
  /** What the last record that failed failed for, or `undefined` when a later one was written. */
  readonly fault: () => string | undefined;
  /**
   * With a fault standing, tries to record that records were lost; a success ends it. Nobody would call a daemon that
   * is not ready, so no call could.
   */
  readonly heal: () => Promise<void>;
}

export interface WatchedAudit {
  readonly port: AuditLog;
  /** Resolves once it is durably recorded that records are missing, `reason` being why. */
  readonly recordGap: (reason: string) => Promise<void>;
}

/** Watches the outcome of every record (profile P2 step 9: a record that cannot be written fails readiness). */
export const watchAudit = ({ port, recordGap }: WatchedAudit): AuditHealth => {
  let fault: string | undefined;
  const watched =
    <T>(append: (event: T) => Promise<void>): ((event: T) => Promise<void>) =>
    async (event) => {
      try {
        await append(event);
        fault = undefined;
      } catch (error) {
        fault = reasonOf(error);
        throw error;
      }
    };
  return {
    port: { denial: watched(port.denial), intent: watched(port.intent), outcome: watched(port.outcome) },
    fault: () => fault,
    heal: async () => {
      if (fault === undefined) {
        return;
      }
      try {
        await watched(recordGap)(fault);
      } catch {
        // The fault stands, with the reason it has now.
      }
    },
  };
};
