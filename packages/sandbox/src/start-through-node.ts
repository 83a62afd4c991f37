import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { childDescriptors } from './inherited-descriptors.js';
import type { ProgramStart, RunningProgram } from './start-program.js';

type NodeChild = ChildProcessByStdio<null, Readable, Readable> & { readonly pid: number };

function isRunning(child: ChildProcess): child is ChildProcess & NodeChild {
  return child.pid !== undefined;
}

/**
 * Where there is no addon. The program's outputs are sockets, which it cannot open again as `/dev/stdout`. Never a
 * shell of ours; the C library would hand a binary of another machine to one, which pinning has refused.
 */
export async function startThroughNode(start: ProgramStart): Promise<RunningProgram> {
  const { file, argv0, argv, cwd, environment, descriptors } = start;
  // Node hands its own NODE_V8_COVERAGE down unless the name is taken; undefined takes it and passes nothing.
  const env = Object.assign(Object.create(null) as NodeJS.ProcessEnv, { NODE_V8_COVERAGE: undefined }, environment);
  const child = spawn(file, argv, { argv0, cwd, env, detached: true, stdio: childDescriptors(descriptors) });
  if (isRunning(child)) return child;
  const [error] = (await once(child, 'error')) as [Error];
  throw error;
}
