import { spawn, type ChildProcess } from 'node:child_process';
import { childDescriptors } from './inherited-descriptors.js';
import { kill } from './kill-processes.js';

/** A program of the runtime itself, run by the Node that runs this; never one a pack brings. */
export interface OwnProgram {
  /** Arguments of Node. Everyone on this machine can read them: no secret goes there. */
  readonly argv: readonly string[];
  /** The whole environment; nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  /** Its standard input, which stays open until it ends: an end of file tells it that nobody waits any more. */
  readonly input: string;
  /** Milliseconds until it is killed with its process group. */
  readonly timeoutMs: number;
  /** Bytes of standard output, which is all that is read. */
  readonly maxOutputBytes: number;
}

export type OwnProgramEnd =
  | { readonly end: 'exited'; readonly exitCode: number; readonly stdout: string }
  | { readonly end: 'timed_out' }
  | { readonly end: 'output_exceeded' }
  /** `code` is the system's, such as `ENOMEM`. */
  | { readonly end: 'not_started'; readonly code: string };

/**
 * Runs work that may block for good in a process of its own, where it can be killed: a thread that hangs in native
 * code cannot, and keeps its process from ending. Never rejects and takes no longer than the time it is given.
 */
export async function runOwnProgram(program: OwnProgram): Promise<OwnProgramEnd> {
  try {
    return await follow(start(program), program);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (typeof code !== 'string') throw error;
    return { end: 'not_started', code };
  }
}

function start({ argv, environment }: OwnProgram): ChildProcess {
  const [, ...others] = childDescriptors();
  others[1] = 'ignore';
  // As where a program of a pack is started: the name taken, so that Node hands nothing of its own down.
  const env = Object.assign(Object.create(null) as NodeJS.ProcessEnv, { NODE_V8_COVERAGE: undefined }, environment);
  return spawn(process.execPath, argv, { cwd: '/', env, detached: true, stdio: ['pipe', ...others] });
}

function follow(child: ChildProcess, { input, timeoutMs, maxOutputBytes }: OwnProgram): Promise<OwnProgramEnd> {
  const { pid, stdin, stdout } = child;
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const settle = (end: OwnProgramEnd): void => {
      clearTimeout(timer);
      if (pid !== undefined && child.exitCode === null && child.signalCode === null) kill(-pid);
      stdin?.destroy();
      stdout?.destroy();
      resolve(end);
    };
    const timer = setTimeout(settle, timeoutMs, { end: 'timed_out' });
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > maxOutputBytes) settle({ end: 'output_exceeded' });
    });
    child.once('close', (code) =>
      settle({ end: 'exited', exitCode: code ?? 128, stdout: Buffer.concat(chunks).toString('utf8') }),
    );
    // One that ends without reading is told by how it ends.
    stdin?.on('error', () => undefined);
    stdin?.write(input);
  });
}
