import { expect, test } from 'vitest';
import { runProgram } from '../src/run-program.js';
import { startProgram } from '../src/start-program.js';

test('a call that was cancelled while its program was being started is stopped at once', async () => {
  const program = await startProgram({ file: '/bin/sleep', argv0: 'sleep', argv: ['60'], cwd: '/', environment: {} });
  const limits = { callId: `early-${process.pid}`, timeoutMs: 20_000, maxOutputBytes: 1, signal: AbortSignal.abort() };
  expect(await runProgram(program, limits)).toMatchObject({ how: 'cancelled', stdout: '', problem: undefined });
  expect(program.signalCode).toBe('SIGKILL');
});
