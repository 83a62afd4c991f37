import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

const fixtures = join(import.meta.dirname, 'fixtures');

/** Starts a TypeScript fixture as a process of its own. */
export const startFixture = (name: string, argv: readonly string[]): ChildProcess =>
  spawn(process.execPath, ['--import', join(fixtures, 'typescript-sources.mjs'), join(fixtures, name), ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });

export interface FixtureEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export const fixtureEnd = (child: ChildProcess): Promise<FixtureEnd> =>
  new Promise((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal, stdout, stderr }));
  });
