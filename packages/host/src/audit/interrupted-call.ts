import type { FieldTexts } from './record-fields.js';
import { fieldTextsOf, readRecord } from './record-line.js';

/** Events after which a call with an intent is no longer open. */
const endings: ReadonlySet<unknown> = new Set(['outcome', 'recovery', 'denial']);

/** What a scan from the newest record backwards has found out. */
export interface InterruptedCallScan {
  /** Takes the next older line and answers its sequence number; a line that is no record tells nothing. */
  readonly take: (line: Buffer) => number | undefined;
  /** `recovery` records for the calls that have an intent and no ending, oldest first. */
  readonly interrupted: () => readonly FieldTexts[];
}

/** `wanted` limits the scan to these calls and loses each as soon as it is settled. */
export function interruptedCallScan(wanted?: Set<string>): InterruptedCallScan {
  const ended = new Set<string>();
  const found: FieldTexts[] = [];
  const takeCall = (callId: string, values: Readonly<Record<string, unknown>>): void => {
    if (wanted?.has(callId) === false) return;
    if (endings.has(values['event'])) ended.add(callId);
    else if (values['event'] !== 'intent') return;
    else if (!ended.has(callId)) found.push(recoveryOf(values));
    wanted?.delete(callId);
  };
  return {
    take: (line) => {
      const record = readRecord(line);
      const callId = record?.values['call_id'];
      if (record !== undefined && typeof callId === 'string') takeCall(callId, record.values);
      return record?.seq;
    },
    interrupted: () => found.toReversed(),
  };
}

/** Tells of the same call as its intent; whether it went through is not known. */
function recoveryOf(intent: Readonly<Record<string, unknown>>): FieldTexts {
  const error = 'the runtime ended before the outcome of this call was recorded; the command may have run';
  return { ...fieldTextsOf({ ...intent, event: 'recovery', ok: null, error, exit_code: null, duration_ms: null }) };
}
