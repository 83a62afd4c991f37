import { HcpError, invalidEnvelopeResult } from '@hcp/pipeline';
import { describeFailure } from '../output/describe-failure.js';
import { writeAll } from '../output/write-all.js';
import { writeAnswer } from '../output/write-answer.js';
import { UsageError } from '../usage-error.js';

/**
 * Answers what stopped `exec` or `run` outside the pipeline: said on standard error, and as an envelope, because
 * these two always print one. A usage mistake is 2; a fault of the runtime's own state is 3, for nothing ran.
 */
export function failCall(error: unknown, verbose: boolean): 1 | 2 | 3 {
  const failure = describeFailure(error);
  const stack = verbose && failure.stack !== undefined ? `${failure.stack}\n` : '';
  writeAll(2, `hcp: ${failure.message}\n${stack}`);
  if (failure.code === 'output_failed') return 1;
  writeAnswer(
    error instanceof UsageError
      ? invalidEnvelopeResult(error.message)
      : { ok: false, pack_id: '', verb_key: '', error: failure.message },
  );
  if (error instanceof UsageError) return 2;
  return error instanceof HcpError ? 3 : 1;
}
