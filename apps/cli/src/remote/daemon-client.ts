import { Agent, request as plainRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { HcpError } from '@hcp/pipeline';
import type { DaemonAddress } from './daemon-address.js';

export interface DaemonAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface DaemonQuestion {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Ends the request, and with it the call, when aborted. */
  readonly signal?: AbortSignal;
}

/** One daemon, asked over one connection that is kept. */
export interface DaemonClient {
  /** Rejects with HcpError `daemon_unreachable` when nothing was sent, `daemon_lost` when an answer did not come. */
  readonly ask: (question: DaemonQuestion) => Promise<DaemonAnswer>;
  readonly close: () => void;
}

/** Errors of a connection that never came about: the request has not left this machine. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'EACCES',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

export async function openDaemon(address: DaemonAddress, token: string): Promise<DaemonClient> {
  const secure = address.kind === 'url' && address.secure;
  const { Agent: OwnAgent, request } = secure ? await import('node:https') : { Agent, request: plainRequest };
  const agent = new OwnAgent({ keepAlive: true, maxSockets: 1 });
  const where: RequestOptions =
    address.kind === 'socket' ? { socketPath: address.path } : { host: address.host, port: address.port };
  const name = address.kind === 'socket' ? address.path : `${address.host}:${address.port}`;
  return {
    ask: ({ body, headers, ...question }) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
        const sent = request({
          ...where,
          ...question,
          agent,
          headers: { authorization: `Bearer ${token}`, ...length, ...headers },
        });
        const fail = (error: Error): void => reject(faultOf(error, name));
        sent.on('error', fail);
        sent.on('response', (response) => {
          const pieces: Buffer[] = [];
          response.on('data', (piece: Buffer) => pieces.push(piece));
          response.on('error', fail);
          response.on('end', () => {
            const { statusCode: status = 0 } = response;
            resolve({ status, headers: response.headers, text: Buffer.concat(pieces).toString('utf8') });
          });
        });
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

function faultOf(error: Error, name: string): HcpError {
  const code = 'code' in error ? String(error.code) : error.name;
  return neverSent.has(code)
    ? new HcpError('daemon_unreachable', `no daemon answers at ${name}: ${code}; start hcpd, or give another --daemon`)
    : new HcpError(
        'daemon_lost',
        `the daemon at ${name} did not answer: ${code}; whether the command ran, its audit says`,
      );
}
