import { accessSync, constants } from 'node:fs';
import { systemErrorCode } from '../home/system-error.js';
import type { AuditAdministration, Finding } from '../host.js';
import { fine, problem, warning } from './finding.js';

const writability = (folder: string): 'writable' | 'absent' | 'unwritable' => {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return 'writable';
  } catch (error) {
    return systemErrorCode(error) === 'ENOENT' ? 'absent' : 'unwritable';
  }
};

/** Whether the audit can be written, is whole, and has calls that never ended (profile P8). Repairs nothing. */
export const examineAudit = async (audit: AuditAdministration, folder: string): Promise<readonly Finding[]> => {
  const state = writability(folder);
  if (state === 'absent') {
    return [fine('audit', 'nothing is recorded yet')];
  }
  if (state === 'unwritable') {
    return [problem('audit', `${folder} cannot be written, so no call runs`, `chmod 0700 ${folder}`)];
  }
  const { ok, records, problem: fault, open_calls } = await audit.verify();
  return [
    ok
      ? fine('audit', `${records} records, each in its place`)
      : problem('audit', fault ?? 'the log does not verify', 'Keep the folder as evidence; find out who changed it.'),
    ...(open_calls.length === 0
      ? []
      : [
          warning(
            'audit',
            `${open_calls.length} calls have no outcome: ${open_calls.join(', ')}`,
            'A call that runs now is one; the next recorded call of another process settles the rest.',
          ),
        ]),
  ];
};
