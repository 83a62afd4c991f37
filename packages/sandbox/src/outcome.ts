import type { SandboxOutcome } from '@hcp/pipeline';
import type { ProgramEnd, RunLimits } from './run-program.js';

const CANCELLED: SandboxOutcome = { end: 'cancelled', error: 'cancelled' };

/** Cancelled with nothing started. */
export const CANCELLED_BEFORE: SandboxOutcome = { ...CANCELLED, started: false };

/**
 * What the end of a program means (profile P3). The first thing that stopped it wins over the exit code it then had;
 * a stop carries no output, and output over the limit is never cut.
 */
export function outcomeOf({ how, stdout, stderr }: ProgramEnd, limits: RunLimits): SandboxOutcome {
  switch (how) {
    case 'cancelled':
      return CANCELLED;
    case 'timed_out':
      return { end: 'timed_out', error: `timed out after ${limits.timeoutMs} ms` };
    case 'output_exceeded':
      return { end: 'output_exceeded', error: `output exceeded ${limits.maxOutputBytes} bytes` };
    default:
      return { end: 'exited', exitCode: how, stdout, stderr };
  }
}
