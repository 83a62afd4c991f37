import { spawn } from 'node:child_process';
import type { KeyringProgram, KeyringProgramEnd } from '../../src/keyring/open-system-keyring.js';

export interface Runs {
  readonly run: (program: KeyringProgram) => Promise<KeyringProgramEnd>;
  readonly pids: number[];
}

/** Starts programs as a runtime does: built environment, killed when their time is over. */
export function programRuns(): Runs {
  const pids: number[] = [];
  return {
    pids,
    run: ({ argv, environment, input, timeoutMs }) =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, argv, { env: { ...environment }, stdio: ['pipe', 'pipe', 'inherit'] });
        pids.push(child.pid ?? 0);
        let stdout = '';
        const timer = setTimeout(() => {
          child.kill('SIGKILL');
          resolve({ end: 'timed_out' });
        }, timeoutMs);
        child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()));
        child.once('close', () => {
          clearTimeout(timer);
          resolve({ end: 'exited', stdout });
        });
        child.stdin.on('error', () => undefined);
        child.stdin.write(input);
      }),
  };
}
