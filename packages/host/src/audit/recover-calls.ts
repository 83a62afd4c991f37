import { reasonOf } from '../home/system-error.js';
import type { GroupCommit } from './group-commit.js';
import { interruptedCallScan } from './interrupted-call.js';
import { type CallMarker, type DeadProcesses, removeMarker } from './open-calls.js';
import type { FieldTexts } from './record-fields.js';
import { scanBackwards } from './scan-backwards.js';

export interface CallRecovery {
  readonly directory: string;
  /** Ends whatever the call has left running; harmless when repeated. */
  readonly endCall: (callId: string) => Promise<void>;
  readonly commit: GroupCommit;
  readonly onNotice: (message: string) => void;
}

/** A clock that was set back a little does not hide an intent. */
const clockSlackMs = 60_000;

/**
 * Settles the calls of dead processes: ends what they left running, then, for each with an intent and no ending,
 * writes one `recovery` record, whoever else recovers at the same time. Answers the calls that were ended.
 */
export async function recoverCalls(dead: DeadProcesses, recovery: CallRecovery): Promise<readonly string[]> {
  for (const path of dead.files) removeMarker(path);
  const ended: CallMarker[] = [];
  for (const marker of dead.calls) {
    try {
      await recovery.endCall(marker.callId);
      ended.push(marker);
    } catch (cause) {
      recovery.onNotice(`audit: call ${marker.callId} of a dead process could not be ended: ${reasonOf(cause)}`);
    }
  }
  if (ended.length === 0) return [];
  const plan = (): readonly FieldTexts[] => findInterrupted(recovery.directory, ended);
  await recovery.commit.submit({ records: [], plan, durability: 'named' });
  for (const { path } of ended) removeMarker(path);
  return ended.map(({ callId }) => callId);
}

function findInterrupted(directory: string, markers: readonly CallMarker[]): readonly FieldTexts[] {
  const wanted = new Set(markers.map(({ callId }) => callId));
  const oldest = Math.min(...markers.map(({ madeAt }) => madeAt)) - clockSlackMs;
  const scan = interruptedCallScan(wanted);
  for (const { stats, lines } of scanBackwards(directory)) {
    // An intent is younger than its marker: older files cannot hold it.
    if (wanted.size === 0 || stats.mtimeMs < oldest) break;
    for (const line of lines) {
      if (namesOneOf(line, wanted)) scan.take(line);
      if (wanted.size === 0) break;
    }
  }
  return scan.interrupted();
}

/** Spares parsing the lines of other calls. */
function namesOneOf(line: Buffer, callIds: ReadonlySet<string>): boolean {
  for (const callId of callIds) if (line.includes(callId)) return true;
  return false;
}
