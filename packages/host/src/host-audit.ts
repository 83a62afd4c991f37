import { endCall } from '@hcp/sandbox';
import type { OperatorNotice } from '@hcp/pipeline';
import { type ActEvent, type Audit, openAudit } from './audit/open-audit.js';
import type { HomeFolder } from './home/home-folder.js';
import type { AuditAdministration } from './host.js';
import { lazily } from './lazily.js';
import { closeKernelLocks } from './lock/kernel-lock.js';
import type { RecordAct } from './state/admin-act.js';

export interface HostAuditOptions {
  readonly home: HomeFolder;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly userName: string;
  readonly onNotice: (notice: OperatorNotice) => void;
}

/** Records what the operator decided about a waiting call, as {@link RecordAct} records an act. */
export type RecordApproval = (event: Omit<ActEvent, 'args'>) => Promise<void>;

/** The audit of one home, opened when it is first needed. */
export interface HostAudit {
  /** Makes the folder, and settles what calls of dead processes left open, before this process appends anything. */
  readonly appendable: () => Promise<Audit>;
  readonly record: RecordAct;
  readonly recordApproval: RecordApproval;
  readonly administration: AuditAdministration;
  /** Flushes the log and releases every handle. */
  readonly close: () => Promise<void>;
}

export const openHostAudit = ({ home, now, userName, onNotice }: HostAuditOptions): HostAudit => {
  const { audit: directory, auditKey, work } = home.layout;
  let opened: Audit | undefined;
  const open = (): Audit => {
    opened ??= openAudit({
      directory,
      hmacKeyFile: auditKey,
      now: () => new Date(now()),
      onNotice: (message) => onNotice({ callId: '', message }),
    });
    return opened;
  };
  const appendable = lazily(async () => {
    home.prepare(directory);
    const log = open();
    await log.recover({
      endCall: async (callId) => {
        await endCall(callId, work);
      },
    });
    return log;
  });
  return {
    appendable,
    record: async ({ action, packId, details }) =>
      (await appendable()).admin({
        principal: userName,
        ...(packId === null ? {} : { pack_id: packId }),
        details: { action, ...details },
      }),
    recordApproval: async ({ details, ...event }) =>
      (await appendable()).approval({ ...event, details: { operator: userName, ...details } }),
    administration: {
      tail: (count) => open().tail(count),
      verify: (expectedHead) => open().verify(expectedHead),
      export: () => open().export(),
    },
    close: async () => {
      try {
        await opened?.close();
      } finally {
        closeKernelLocks();
      }
    },
  };
};
