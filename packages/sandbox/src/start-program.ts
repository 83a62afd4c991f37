import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { CommandLine } from './command-line.js';
import type { DirectStart } from './direct-start.js';
import { childDescriptors } from './inherited-descriptors.js';

export interface ProgramStart extends CommandLine {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Open descriptors of this process that become 3, 4, … of the program. */
  readonly descriptors?: readonly number[];
}

/** A started program: head of its own group and session, stdin at EOF, no terminal. */
export interface RunningProgram {
  readonly pid: number;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** As of Node's own child: the code, or `null` and the signal it was ended by. */
  readonly once: (event: 'exit', listener: (exitCode: number | null, signal: NodeJS.Signals | null) => void) => unknown;
}

type NodeChild = ChildProcessByStdio<null, Readable, Readable> & { readonly pid: number };

function isRunning(child: ChildProcess): child is ChildProcess & NodeChild {
  return child.pid !== undefined;
}

/** Never a shell (§6.4). Throws what the system says; `explainSpawnFault` puts it into words. */
export async function startThroughNode(start: ProgramStart): Promise<RunningProgram> {
  const { file, argv0, argv, cwd, environment, descriptors } = start;
  // Node hands its own NODE_V8_COVERAGE down unless the name is taken; undefined takes it and passes nothing.
  const env = Object.assign(Object.create(null) as NodeJS.ProcessEnv, { NODE_V8_COVERAGE: undefined }, environment);
  const child = spawn(file, argv, { argv0, cwd, env, detached: true, stdio: childDescriptors(descriptors) });
  if (isRunning(child)) return child;
  const [error] = (await once(child, 'error')) as [Error];
  throw error;
}

let started = 0;
let direct: Promise<DirectStart | undefined> | undefined;

/**
 * Starts a program in the quickest way there is. A process that starts one program only, such as `hcp exec`, leaves it
 * to Node; for the second and all that follow it pays to load the way that costs less a start.
 */
export async function startProgram(start: ProgramStart): Promise<RunningProgram> {
  started += 1;
  if (started === 1) return startThroughNode(start);
  direct ??= import('./direct-start.js').then(({ openDirectStart }) => openDirectStart());
  const startDirectly = await direct;
  return startDirectly === undefined ? startThroughNode(start) : startDirectly(start);
}
