import { randomUUID } from 'node:crypto';
import { callsAtOnce, mostBytesUnderWay, mostCalls } from '../bounded-calls.js';

/** What the runtime counts of the calls that a worker asks for. */
export interface ExecMeter {
  /** Of the first calls; each answer brings that of one more. */
  readonly permits: readonly string[];
  /** Whether this call may be made; each that may is given back once. */
  readonly take: (permit: string, envelope: string) => boolean;
  /** Answers the permit of the next call. */
  readonly giveBack: (envelope: string) => string;
}

/**
 * Counts on the side of the runtime: code in a worker may have found the port and go round the bounds over there. A call
 * needs a permit that nobody can guess and that comes with the answer to an earlier one, so whoever does not wait for
 * answers is found out by the ninth message, however fast the answers are made.
 */
export function meterCalls(): ExecMeter {
  const valid = new Set<string>();
  const issue = (): string => {
    const permit = randomUUID();
    valid.add(permit);
    return permit;
  };
  let made = 0;
  let bytes = 0;
  return {
    permits: Array.from({ length: callsAtOnce }, issue),
    take: (permit, envelope) => {
      made += 1;
      bytes += Buffer.byteLength(envelope);
      return valid.delete(permit) && made <= mostCalls && bytes <= mostBytesUnderWay;
    },
    giveBack: (envelope) => {
      bytes -= Buffer.byteLength(envelope);
      return issue();
    },
  };
}
