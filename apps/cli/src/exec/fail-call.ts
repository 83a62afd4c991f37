import { HcpError, invalidEnvelopeResult, type ExecEnvelope } from '@hcp/pipeline';
import { describeFailure } from '../output/describe-failure.js';
import { writeAll } from '../output/write-all.js';
import { writeAnswer } from '../output/write-answer.js';
import { UsageError } from '../usage-error.js';

/** The command that was asked for: the answer echoes it. */
export type Asked = Pick<ExecEnvelope, 'packId' | 'verbKey'>;

export interface FailedCall {
  readonly verbose: boolean;
  /** Where it is known. */
  readonly asked?: Asked | undefined;
}

/**
 * Answers what stopped `exec` or `run` outside the pipeline: said on standard error, and as an envelope, because
 * these two always print one. A usage mistake is 2; a fault of the runtime's own state is 3, for nothing ran.
 */
export function failCall(error: unknown, { verbose, asked }: FailedCall): 1 | 2 | 3 {
  const { code, message, text, stack } = describeFailure(error);
  writeAll(2, `hcp: ${text}\n${verbose && stack !== undefined ? `${stack}\n` : ''}`);
  if (code === 'output_failed') return 1;
  writeAnswer(
    error instanceof UsageError
      ? invalidEnvelopeResult(error.message)
      : { ok: false, pack_id: asked?.packId ?? '', verb_key: asked?.verbKey ?? '', error: message },
  );
  if (error instanceof UsageError) return 2;
  return error instanceof HcpError ? 3 : 1;
}
