import { request } from 'node:http';

export interface UnixRequest {
  /** Absolute path. */
  readonly socket: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** Milliseconds. */
  readonly timeoutMs: number;
}

export interface UnixAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** One HTTP request over a unix socket; a text says why there is no answer. */
export function askUnix({ socket, body, timeoutMs, ...head }: UnixRequest): Promise<UnixAnswer | string> {
  return new Promise((resolve) => {
    const sent = request(
      {
        ...{ socketPath: socket, agent: false, method: head.method, path: head.path },
        headers: { host: 'localhost', ...head.headers, ...(body && { 'content-length': String(body.length) }) },
      },
      (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', fail);
        response.on('end', () => {
          clearTimeout(timer);
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(pieces) });
        });
      },
    );
    const fail = ({ message }: Error): void => {
      clearTimeout(timer);
      resolve(`${head.method} ${head.path}: ${message}`);
    };
    const timer = setTimeout(() => {
      sent.destroy(new Error(`no answer within ${timeoutMs / 1000} s`));
    }, timeoutMs);
    sent.on('error', fail);
    sent.end(body);
  });
}
