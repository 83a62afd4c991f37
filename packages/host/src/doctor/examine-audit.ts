import { join } from 'node:path';
import { openCallsFolder } from '../audit/open-calls.js';
import type { HomeFolder } from '../home/home-folder.js';
import type { AuditAdministration, Finding } from '../host.js';
import type { PacksLock } from '../packs/packs-lock.js';
import { withKernelLock } from '../lock/kernel-lock.js';
import { examineFolder } from './examine-folder.js';
import { fine, problem, warning } from './finding.js';

export interface AuditExamination {
  readonly home: HomeFolder;
  readonly audit: AuditAdministration;
  readonly lock: PacksLock;
}

const lockWaitMs = 2_000;
/** Milliseconds that a first installation may take from looking at the pack to its record. */
const longestInstallation = 60_000;

const firstRecord = async (audit: AuditAdministration): Promise<{ readonly seq: unknown; readonly ts: unknown }> => {
  for await (const line of audit.export()) {
    return JSON.parse(line) as { readonly seq: unknown; readonly ts: unknown };
  }
  return { seq: undefined, ts: undefined };
};

/** A log that begins after a pack was installed has taken the place of another one. */
const examineBeginning = async ({ audit, lock }: AuditExamination): Promise<readonly Finding[]> => {
  const { seq, ts } = await firstRecord(audit);
  const began = typeof ts === 'string' && seq === 1 ? Date.parse(ts) : Number.NaN;
  const older = [...lock].find(([, entry]) => Date.parse(entry.installed_at) + longestInstallation < began);
  return older === undefined
    ? []
    : [
        warning(
          'audit',
          `the log begins at ${String(ts)}, after pack ${older[0]} was installed at ${older[1].installed_at}: what was recorded before is not in it`,
          'Look for the folder that was moved away, and keep it.',
        ),
      ];
};

const examineOpenCalls = (calls: readonly string[]): readonly Finding[] =>
  calls.length === 0
    ? []
    : [
        warning(
          'audit',
          `${calls.length} calls have no outcome: ${calls.join(', ')}`,
          'A call that runs now is one; the next recorded call of another process settles the rest.',
        ),
      ];

/** Whether the audit is there, is whole, and has calls that never ended (profile P8). Repairs nothing. */
export const examineAudit = async (examination: AuditExamination): Promise<readonly Finding[]> => {
  const { home, audit } = examination;
  const folder = home.layout.audit;
  const exists = home.check(folder);
  const { ok, records, problem: fault, open_calls: openCalls } = await audit.verify();
  if (!exists) {
    return [ok ? fine('audit', 'nothing is recorded yet') : warning('audit', fault ?? '', 'Find out who removed it.')];
  }
  await withKernelLock(join(folder, 'lock'), () => undefined, { waitMs: lockWaitMs });
  return [
    ...examineFolder(home, 'audit', folder),
    ...examineFolder(home, 'audit', openCallsFolder(folder)),
    ok
      ? fine('audit', `${records} records, each in its place`)
      : problem('audit', fault ?? 'the log does not verify', 'Keep the folder as evidence; find out who changed it.'),
    ...(ok ? await examineBeginning(examination) : []),
    ...examineOpenCalls(openCalls),
  ];
};
