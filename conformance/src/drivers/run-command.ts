import { spawn } from 'node:child_process';

export interface CommandRequest {
  /** Program first; never a shell's text. */
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: string | Uint8Array;
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Ends the program when aborted. */
  readonly signal?: AbortSignal | undefined;
}

export type CommandEnd =
  | { readonly end: 'exited'; readonly code: number | null; readonly stdout: Buffer; readonly stderr: string }
  | { readonly end: 'timed_out' | 'not_started' | 'too_much' | 'interrupted'; readonly why: string };

const mostBytes = 64 * 1024 * 1024;

/** Runs a program to its end, in a process group of its own that is killed whole when time is up. */
export function runCommand(request: CommandRequest): Promise<CommandEnd> {
  const [program, ...args] = request.argv;
  if (request.signal?.aborted === true) return Promise.resolve({ end: 'interrupted', why: 'was interrupted' });
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: request.cwd, env: request.env, detached: true });
    const out: Buffer[] = [];
    const errors: Buffer[] = [];
    let size = 0;
    const settle = (end: CommandEnd): void => {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', interrupt);
      if (end.end !== 'exited') killGroup(child.pid);
      resolve(end);
    };
    const interrupt = (): void => {
      settle({ end: 'interrupted', why: 'was interrupted' });
    };
    request.signal?.addEventListener('abort', interrupt);
    const timer = setTimeout(() => {
      settle({ end: 'timed_out', why: `did not end within ${request.timeoutMs / 1000} s` });
    }, request.timeoutMs);
    const collect = (chunks: Buffer[]) => (chunk: Buffer) => {
      size += chunk.length;
      if (size <= mostBytes) chunks.push(chunk);
      else settle({ end: 'too_much', why: `printed more than ${mostBytes} bytes` });
    };
    child.stdout.on('data', collect(out));
    child.stderr.on('data', collect(errors));
    // A program may end without reading its input; its answer is what counts.
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => {
      settle({ end: 'not_started', why: `cannot be started: ${error.message}` });
    });
    child.on('close', (code) => {
      settle({ end: 'exited', code, stdout: Buffer.concat(out), stderr: Buffer.concat(errors).toString('utf8') });
    });
    child.stdin.end(request.input);
  });
}

/** The group is ours: the child was started as its leader. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Bytes as text, or `undefined` where they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
