import { expect, test } from 'vitest';
import { runProgram } from '../src/run-program.js';
import { startProgram } from '../src/start-program.js';

test('a call that was cancelled while its program was being started is stopped at once', async () => {
  const program = await startProgram({ file: '/bin/sleep', argv0: 'sleep', argv: ['60'], cwd: '/', environment: {} });
  const ended = new Promise((resolve) => program.once('exit', (code, signal) => resolve(code ?? signal)));
  const limits = { callId: `early-${process.pid}`, timeoutMs: 20_000, maxOutputBytes: 1, signal: AbortSignal.abort() };
  expect(await runProgram(program, limits)).toMatchObject({ how: 'cancelled', stdout: '', problem: undefined });
  expect([137, 'SIGKILL']).toContain(await ended);
});
