import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';

/** A server that keeps what was sent to it byte for byte and answers what it is told to. */
export interface RecordingServer {
  readonly origin: string;
  /** Raw requests, head and body, in the order they came. */
  readonly requests: string[];
  readonly connections: () => number;
}

export interface Answering {
  /** Raw answer to the n-th request, or how to answer it by hand; `null`: none ever. */
  readonly answer?: (count: number, socket: Socket) => string | Uint8Array | null;
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly host?: string;
}

/** A raw answer with its length. */
export function answerOf(
  status: string,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array = '',
): Buffer {
  const bytes = Buffer.from(body as string);
  const lines = Object.entries({ ...headers, 'content-length': String(bytes.byteLength) }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`), bytes]);
}

const ok = answerOf('200 OK', { 'content-type': 'application/json' }, '{}');

export async function startRecordingServer({
  answer = () => ok.toString('latin1'),
  tls,
  host = '127.0.0.1',
}: Answering = {}): Promise<RecordingServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const serve = (socket: Socket): void => {
    connections += 1;
    sockets.add(socket);
    let buffered = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      buffered = Buffer.concat([buffered, chunk]);
      for (;;) {
        const size = sizeOfRequest(buffered);
        if (size === undefined || buffered.byteLength < size) return;
        requests.push(buffered.subarray(0, size).toString('latin1'));
        buffered = buffered.subarray(size);
        const raw = answer(requests.length, socket);
        if (raw !== null) socket.write(typeof raw === 'string' ? Buffer.from(raw, 'latin1') : raw);
      }
    });
  };
  const server: Server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `${tls === undefined ? 'http' : 'https'}://${host}:${port}`,
    requests,
    connections: () => connections,
  };
}

function sizeOfRequest(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(bytes.subarray(0, end + 2).toString('latin1'))?.[1] ?? '0';
  return end + 4 + Number(length);
}
