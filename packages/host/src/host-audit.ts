import { lstatSync } from 'node:fs';
import { endCall } from '@hcp/sandbox';
import type { OperatorNotice } from '@hcp/pipeline';
import { type ActEvent, type Audit, openAudit } from './audit/open-audit.js';
import type { HomeFolder } from './home/home-folder.js';
import type { HomeLayout } from './home/home-layout.js';
import type { AuditAdministration, AuditVerification } from './host.js';
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

/** Files that are written only after a record of it, so that a log without records is not the first one. */
const writtenAfterRecord = ({ packsLock, tokens }: HomeLayout): string | undefined =>
  [packsLock, tokens].find((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);

/** A log that is gone altogether has no record left that could be found wrong (profile P8). */
const requireAnyRecord = (layout: HomeLayout, verification: AuditVerification): AuditVerification => {
  const written = verification.ok && verification.records === 0 ? writtenAfterRecord(layout) : undefined;
  return written === undefined
    ? verification
    : {
        ...verification,
        ok: false,
        problem:
          `there is no record in ${layout.audit}, though ${written} is written only after one: the log was removed or ` +
          'moved away. Restore it from a copy; where it was moved aside on purpose, the next call begins a new log.',
      };
};

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
  /** A home that no command may write is not read either: another folder's log would answer for it. */
  const readable = (): Audit => {
    home.check(directory);
    return open();
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
      tail: async (count) => readable().tail(count),
      verify: async (expectedHead) => requireAnyRecord(home.layout, await readable().verify(expectedHead)),
      export: async function* () {
        yield* readable().export();
      },
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
