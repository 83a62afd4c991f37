import { describeFailure } from './describe-failure.js';
import { writeAll } from './write-all.js';

export interface FailureReading {
  /** Also a JSON document on standard output, for programs. */
  readonly json: boolean;
  readonly verbose: boolean;
}

/** Says why a management command failed and answers its exit status (profile P11). */
export function reportFailure(error: unknown, reading: FailureReading): 1 | 2 {
  const { code, message, status, stack } = describeFailure(error);
  writeAll(2, `hcp: ${message}\n${reading.verbose && stack !== undefined ? `${stack}\n` : ''}`);
  if (reading.json && code !== 'output_failed') writeAll(1, `${JSON.stringify({ error: code, message })}\n`);
  return status;
}
