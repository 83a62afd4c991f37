import { join } from 'node:path';
import type { Audit, AuditOptions } from './audit.js';
import { makeAuditRecorder } from './audit-recorder.js';
import { makeGroupCommit } from './group-commit.js';
import { makeLogState } from './log-state.js';
import { closeLog } from './log-writer.js';
import { endMarking, listDeadProcesses } from './open-calls.js';

export type { ActEvent, AdminAction, AdminEvent, Audit, AuditOptions, AuditRetention } from './audit.js';

const defaultRotateBytes = 64 * 1024 * 1024;

/** Opens the audit log; touches no file before the first record or question. What only an operator asks for is loaded then. */
export function openAudit(options: AuditOptions): Audit {
  const { directory, onNotice } = options;
  const state = makeLogState({ rotateBytes: defaultRotateBytes, ...options });
  const commit = makeGroupCommit(join(directory, 'lock'), state);
  const recorder = makeAuditRecorder(options, commit);
  const { denial, intent, outcome, act } = recorder;
  const source = { directory, alone: commit.alone, onNotice };
  return {
    denial,
    intent,
    outcome,
    admin: async (event) => act({ ...event, event: 'admin' }),
    approval: async (event) => act({ ...event, event: 'approval' }),
    recovery: async (event) => act({ ...event, event: 'recovery' }),
    recover: async ({ endCall }) => {
      await recorder.prepare();
      const dead = listDeadProcesses(directory);
      if (dead.calls.length + dead.files.length === 0) return [];
      const { recoverCalls } = await import('./recover-calls.js');
      return recoverCalls(dead, { directory, endCall, commit, onNotice });
    },
    tail: async (count) => (await import('./tail-log.js')).tailLog(source, count),
    verify: async (expectedHead) => (await import('./verify-log.js')).verifyLog(source, expectedHead),
    export: async function* () {
      yield* (await import('./export-log.js')).exportLog(source);
    },
    removeOldFiles: async (retention) => {
      await recorder.prepare();
      const { removeOldFiles } = await import('./remove-old-files.js');
      return removeOldFiles({ directory, now: options.now, commit }, retention);
    },
    flush: recorder.flush,
    close: async () => {
      recorder.close();
      try {
        await recorder.flush();
      } finally {
        endMarking(directory);
        closeLog(state);
      }
    },
  };
}
