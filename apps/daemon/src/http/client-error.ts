import type { Socket } from 'node:net';
import type { Connections } from '../limits/connections.js';
import type { ErrorBody } from './api-error.js';

interface Answer {
  readonly status: string;
  readonly body: ErrorBody;
}

const answers: ReadonlyMap<string, Answer> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    {
      status: '431 Request Header Fields Too Large',
      body: { error: 'headers_too_large', message: 'the head of the request is over 16 KiB' },
    },
  ],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    {
      status: '408 Request Timeout',
      body: { error: 'request_timeout', message: 'the request did not arrive in time; nothing was run' },
    },
  ],
]);
const malformed: Answer = {
  status: '400 Bad Request',
  body: { error: 'malformed_request', message: 'the request is not HTTP/1.1' },
};

/**
 * Answers a connection whose request cannot be read to its end, and closes it. Where the answer to an earlier
 * request is still due, nothing is written: it would be taken for that one.
 */
export function answerClientError(error: Error, socket: Socket, connections: Connections): void {
  const code = 'code' in error ? String(error.code) : '';
  if (socket.writable && code !== 'ECONNRESET' && isUnanswered(socket, connections)) {
    const { status, body } = answers.get(code) ?? malformed;
    const text = `${JSON.stringify(body)}\n`;
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
    );
  }
  socket.destroySoon();
}

/** At most the very request that fails is under way, and nobody has begun to answer it. */
function isUnanswered(socket: Socket, connections: Connections): boolean {
  const [first, second] = connections.exchanges(socket);
  if (second !== undefined) return false;
  return first === undefined || (!first.request.complete && !first.response.headersSent);
}
