import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { CommandLine } from './command-line.js';
import { childDescriptors } from './inherited-descriptors.js';

export interface ProgramStart extends CommandLine {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A started program: head of its own group and session, stdin at EOF, no terminal. */
export type RunningProgram = ChildProcessByStdio<null, Readable, Readable> & { readonly pid: number };

function isRunning(child: ChildProcess): child is ChildProcess & RunningProgram {
  return child.pid !== undefined;
}

/** Never a shell (§6.4). Throws what the system says; `explainSpawnFault` puts it into words. */
export async function startProgram({ file, argv0, argv, cwd, environment }: ProgramStart): Promise<RunningProgram> {
  // Node hands its own NODE_V8_COVERAGE down unless the name is taken; undefined takes it and passes nothing.
  const env = Object.assign(Object.create(null) as NodeJS.ProcessEnv, { NODE_V8_COVERAGE: undefined }, environment);
  const child = spawn(file, argv, { argv0, cwd, env, detached: true, stdio: childDescriptors() });
  if (isRunning(child)) return child;
  const [error] = (await once(child, 'error')) as [Error];
  throw error;
}
