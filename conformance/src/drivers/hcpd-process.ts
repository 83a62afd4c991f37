import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { productArgv, productEnvironment, type ProductOptions } from './hcp-command.js';
import { killGroup } from './run-command.js';

/** A daemon that is ready. */
export interface Hcpd {
  /** Absolute path of its unix socket. */
  readonly socket: string;
  /** What it has said on stderr so far. */
  readonly log: () => string;
  /** Ends it as an operator does, by SIGTERM; answers what was wrong with its end, or `undefined`. */
  readonly stop: () => Promise<string | undefined>;
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Starts a daemon and waits until it says that it is ready; a text says why it is not. */
export async function startHcpd(options: ProductOptions): Promise<Hcpd | string> {
  const [program, ...args] = productArgv(options.binary);
  if (options.signal?.aborted === true) return 'was interrupted';
  const child = spawn(program, args, { cwd: options.folder, env: productEnvironment(options), detached: true });
  const interrupt = (): void => killGroup(child.pid);
  options.signal?.addEventListener('abort', interrupt);
  let log = '';
  child.stderr.on('data', (piece: Buffer) => (log += piece.toString('utf8')));
  const ended = endOf(child);
  void ended.then(() => options.signal?.removeEventListener('abort', interrupt));
  const line = await withinTime(Promise.race([firstLine(child), ended]), options.timeoutMs);
  const socket = typeof line === 'string' ? unixSocketOf(line) : undefined;
  if (socket !== undefined) return { socket, log: () => log, stop: () => stop(child, ended, options.timeoutMs) };
  killGroup(child.pid);
  await ended;
  return `did not become ready: ${[typeof line === 'string' ? line : '', log].join('').trim().slice(0, 2000)}`;
}

async function stop(
  child: ChildProcessWithoutNullStreams,
  ended: Promise<Ended>,
  timeoutMs: number,
): Promise<string | undefined> {
  child.kill('SIGTERM');
  const end = await withinTime(ended, timeoutMs);
  // Also what the daemon itself has started, should it have left any of it.
  killGroup(child.pid);
  if (end === undefined) {
    await ended;
    return `hcpd did not end within ${timeoutMs / 1000} s of SIGTERM`;
  }
  return end.code === 0 ? undefined : `hcpd ended with ${String(end.code ?? end.signal)} at SIGTERM`;
}

function endOf(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  return new Promise((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }));
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

function firstLine(child: ChildProcessWithoutNullStreams): Promise<string> {
  let said = '';
  return new Promise((resolve) => {
    child.stdout.on('data', (piece: Buffer) => {
      said += piece.toString('utf8');
      if (said.includes('\n')) resolve(said);
    });
  });
}

/** `undefined` when time is up. */
function withinTime<T>(promise: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), timeoutMs);
    void promise.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}

/** Of `{"listening": ["unix:…"]}` (profile P11). */
function unixSocketOf(line: string): string | undefined {
  try {
    const { listening } = JSON.parse(line) as { listening?: readonly string[] };
    return listening?.find((one) => one.startsWith('unix:'))?.slice('unix:'.length);
  } catch {
    return undefined;
  }
}
