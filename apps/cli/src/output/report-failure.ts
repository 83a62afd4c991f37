import { describeFailure } from './describe-failure.js';
import { escapeJson } from './escape-text.js';
import { mayBeTerminal } from './may-be-terminal.js';
import { writeAll } from './write-all.js';

export interface FailureReading {
  /** Also a JSON document on standard output, for programs. */
  readonly json: boolean;
  readonly verbose: boolean;
}

/** Says why a management command failed and answers its exit status (profile P11). */
export function reportFailure(error: unknown, reading: FailureReading): 1 | 2 {
  const { code, message, text, status, stack } = describeFailure(error);
  writeAll(2, `hcp: ${text}\n${reading.verbose && stack !== undefined ? `${stack}\n` : ''}`);
  if (reading.json && code !== 'output_failed') {
    const json = JSON.stringify({ error: code, message });
    writeAll(1, `${mayBeTerminal() ? escapeJson(json) : json}\n`);
  }
  return status;
}
