import { constants } from 'node:os';
import { readState } from './process-table.js';

/** The signal an ending process is ended by, 0 for none; `undefined` when it is not ending, or already reaped. */
export function endingSignal(pid: number): number | undefined {
  const status = readState(pid)?.waitStatus;
  return status === undefined ? undefined : status & 0x7f;
}

/**
 * The exit code of profile P3, 128 + n for a signal. Node names only the classic signals and reports death by a
 * real-time one as exit 0; `seenSignal` is what {@link endingSignal} said meanwhile.
 */
export function exitCodeOf(code: number | null, signal: NodeJS.Signals | null, seenSignal: number | undefined): number {
  if (signal !== null) return 128 + constants.signals[signal];
  return code === 0 && seenSignal !== undefined && seenSignal !== 0 ? 128 + seenSignal : (code ?? 128);
}
