import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** The folder `examples`. */
export const examples: string = resolve(import.meta.dirname, '..');

export interface ProgramRun {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: string;
  /** Milliseconds after which the program is killed with SIGKILL. */
  readonly killAfter?: number;
}

/** The environment a child of the runtime has, the HOME apart (profile P3). */
export const childPath: string = [
  join(examples, '..', 'node_modules', '.bin'),
  '/usr/local/bin',
  '/usr/bin',
  '/bin',
].join(delimiter);

/** Starts a real program and answers how it ended. */
export function runProgram(file: string, argv: readonly string[], options: ProgramOptions = {}): Promise<ProgramRun> {
  return new Promise((answer, fail) => {
    const child = spawn(file, argv, {
      env: { PATH: childPath, LANG: 'C.UTF-8', ...options.env },
      cwd: options.cwd ?? examples,
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.stdin.on('error', () => undefined); // The program may leave without reading.
    child.stdin.end(options.input ?? '');
    const { killAfter } = options;
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
    child.on('error', fail);
    child.on('close', (exitCode, signal) => {
      clearTimeout(timer);
      answer({ exitCode, signal, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() });
    });
  });
}

/** Whether a program is on the PATH of a child; says so where it is not, since its tests are then skipped. */
export function isMissing(program: string): boolean {
  const found = childPath.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (!found) console.warn(`skipped: this machine has no ${program} on ${childPath}`);
  return !found;
}
