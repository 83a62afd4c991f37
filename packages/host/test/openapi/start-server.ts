import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';

/** A local HTTP server that keeps what it was asked. */
export interface TestServer {
  readonly origin: string;
  readonly asked: { readonly line: string; readonly headers: IncomingMessage['headers']; readonly body: string }[];
}

/** Answers every request with `answer`, JSON unless it starts otherwise. */
export async function startServer(
  answer: (line: string) => string = () => '{"id":9007199254740993}',
): Promise<TestServer> {
  const asked: TestServer['asked'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const line = `${request.method ?? ''} ${request.url ?? ''}`;
      asked.push({ line, headers: request.headers, body });
      response.setHeader('content-type', 'application/json').end(answer(line));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  return { origin: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`, asked };
}
