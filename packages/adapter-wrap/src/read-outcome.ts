import type { AdapterOutcome, SandboxOutcome } from '@hcp/pipeline';

/** Reads how the program ended as §6.4 point 7 and profile P1 say; a program that was not started has no output. */
export function readOutcome(outcome: SandboxOutcome): AdapterOutcome {
  switch (outcome.end) {
    case 'exited':
      return readExit(outcome);
    case 'refused': {
      const exitCode = outcome.exitCode === undefined ? {} : { exitCode: outcome.exitCode };
      return { ok: false, code: 'sandbox', started: false, error: outcome.error, ...exitCode };
    }
    case 'cancelled':
      return { ok: false, code: 'cancelled', started: outcome.started ?? true, error: outcome.error };
    case 'timed_out':
    case 'output_exceeded':
      return { ok: false, code: outcome.end, started: true, error: outcome.error };
  }
}

function readExit({ exitCode, stdout, stderr }: Extract<SandboxOutcome, { end: 'exited' }>): AdapterOutcome {
  const errors = stderr === '' ? {} : { stderr };
  if (exitCode === 0) return { ok: true, output: stdout, ...errors, exitCode };
  const error = stderr === '' ? `exit ${exitCode}` : stderr;
  const output = stdout === '' ? {} : { stdout };
  return { ok: false, code: 'failed', started: true, error, ...output, ...errors, exitCode };
}
