import type { IncomingMessage } from 'node:http';

const mostBytes = 16 * 1024 * 1024;
const longestMs = 2_000;

/**
 * Lets a client that is still sending read the answer it has got: the rest is thrown away, but not for ever, then
 * the connection is closed. Closing at once would reset it under the answer.
 */
export function drainBody(request: IncomingMessage): void {
  if (request.complete) return;
  let bytes = 0;
  const close = (): void => void request.socket.destroy();
  const timer = setTimeout(close, longestMs).unref();
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > mostBytes) close();
  });
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
  request.resume();
}
