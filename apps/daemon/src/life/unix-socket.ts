import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, rmSync, unlinkSync } from 'node:fs';
import { connect, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import { listen } from './listen.js';
import type { DaemonRecord, FileIdentity } from './daemon-record.js';

export interface UnixSocketOptions {
  readonly path: string;
  /** Permission bits. */
  readonly mode: number;
  readonly home: string;
  /** What the last daemon of this home has said of itself. */
  readonly previous: DaemonRecord | undefined;
}

export interface UnixSocket extends FileIdentity {
  readonly path: string;
  /** Removes the path while it still leads to this socket, and nothing else. */
  readonly remove: () => void;
}

/** The longest path that the address of a unix socket holds. */
const longestPath = 107;

/**
 * Listens at a path that nobody else listens at. The caller holds the daemon's lock. Throws HcpError `socket_path` or
 * `socket_in_use`.
 *
 * The socket is made under a name of its own and linked into place: at the end the system library removes the name
 * it was made under, whatever stands there by then.
 */
export async function listenOnPath(server: Server, options: UnixSocketOptions): Promise<UnixSocket> {
  const { path, mode } = options;
  const draft = join(dirname(path), `.hcpd-${randomBytes(4).toString('hex')}`);
  if (Math.max(Buffer.byteLength(path), Buffer.byteLength(draft)) > longestPath) {
    throw new HcpError(
      'socket_path',
      `the socket path ${path} is over ${longestPath} bytes; give a shorter one with --socket`,
    );
  }
  await clearPath(options);
  const before = process.umask(0o777 & ~mode);
  const listening = listen(server, { path: draft });
  process.umask(before);
  await listening;
  try {
    linkSync(draft, path);
  } catch (cause) {
    throw new HcpError('socket_path', `the socket ${path} cannot be made: ${codeOf(cause)}`, { cause });
  } finally {
    unlinkSync(draft);
  }
  const made = identityOf(path);
  if (made === undefined)
    throw new HcpError('socket_path', `the socket ${path} was taken away at once; see who does that`);
  const remove = (): void => {
    const now = identityOf(path);
    if (now?.dev === made.dev && now.ino === made.ino) rmSync(path);
  };
  return { path, ...made, remove };
}

/** Removes a socket that a daemon of this home has left behind; anything else at the path is refused. */
async function clearPath({ path, home, previous }: UnixSocketOptions): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isSocket())
    throw new HcpError('socket_path', `${path} is there and is no socket; move it away, or give another --socket`);
  const there = identityOf(path);
  const ours = dirname(path) === home || isSame(previous?.socket, path, there);
  const answer = await knock(path);
  if (answer === 'ECONNREFUSED' && ours) {
    rmSync(path, { force: true });
    return;
  }
  const why = answer === 'ECONNREFUSED' ? 'was left behind by another program' : 'is in use by another program';
  throw new HcpError(
    'socket_in_use',
    `the socket ${path} ${why}; remove it if nobody needs it, or give another --socket`,
  );
}

function isSame(socket: DaemonRecord['socket'] | undefined, path: string, there: FileIdentity | undefined): boolean {
  return socket !== undefined && socket.path === path && socket.dev === there?.dev && socket.ino === there.ino;
}

/** `listening`, or why no connection came about. Only `ECONNREFUSED` says that nobody listens; a full queue does not. */
function knock(path: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.once('connect', () => {
      socket.destroy();
      resolve('listening');
    });
    socket.once('error', (error) => resolve(codeOf(error)));
  });
}

function identityOf(path: string): FileIdentity | undefined {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? undefined : { dev: found.dev.toString(), ino: found.ino.toString() };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
