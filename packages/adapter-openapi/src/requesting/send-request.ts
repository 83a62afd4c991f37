import type { AdapterOutcome } from '@hcp/pipeline';
import request from 'undici/lib/api/api-request.js';
import ConnectionPool from 'undici/lib/dispatcher/pool.js';
import type { HttpRequest } from '../rendering/render-request.js';
import { guardedConnector, RefusedAddress, type AllowedClasses } from './guarded-connector.js';
import { readAnswer, type HttpAnswer } from './read-answer.js';

/** What holds for one request. */
export interface SendOptions {
  /** Of the Binding; they win over the request's own, whatever their case. */
  readonly credentialHeaders: Readonly<Record<string, string>>;
  readonly redact: (text: string) => string;
  /** Milliseconds, from now to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Bytes of the answer's body. */
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal | undefined;
  readonly allowed: AllowedClasses;
}

/** Sends requests over kept connections, one pool for each server. */
export interface Requester {
  readonly send: (request: HttpRequest, options: SendOptions) => Promise<AdapterOutcome>;
  /** Ends every connection. */
  readonly close: () => Promise<void>;
}

/** Bytes of a failed answer that are read at all. */
const mostOfFailure = 64 * 1024;
const mostConnections = 64;
/** Milliseconds; a timer beyond fires at once. */
const longestTimer = 2 ** 31 - 1;

/** Makes a requester; it opens nothing before the first request. */
export function createRequester(): Requester {
  const pools = new Map<string, ConnectionPool>();
  const poolFor = (origin: string, allowed: AllowedClasses): ConnectionPool => {
    const key = `${origin} ${[...allowed].sort().join(' ')}`;
    const pool = pools.get(key) ?? openPool(origin, allowed);
    pools.set(key, pool);
    return pool;
  };
  return {
    send: (http, options) => sendThrough(poolFor(http.origin, options.allowed), http, options),
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      pools.clear();
    },
  };
}

function openPool(origin: string, allowed: AllowedClasses): ConnectionPool {
  return new ConnectionPool(origin, {
    connect: guardedConnector(allowed, 30_000),
    connections: mostConnections,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    // The call has one limit over all of it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** Why a request was given up. */
type Stop = 'timed_out' | 'cancelled' | 'output_exceeded';

async function sendThrough(pool: ConnectionPool, http: HttpRequest, options: SendOptions): Promise<AdapterOutcome> {
  const { timeoutMs, signal } = options;
  if (signal?.aborted === true) return stopped('cancelled', options, false);
  const control = new AbortController();
  let stop: Stop | undefined;
  const give = (reason: Stop): void => {
    stop ??= reason;
    control.abort();
  };
  const timer = setTimeout(give, Math.min(timeoutMs, longestTimer), 'timed_out');
  const cancel = (): void => give('cancelled');
  signal?.addEventListener('abort', cancel, { once: true });
  const progress: Progress = { sent: false };
  try {
    const answer = await exchange({ pool, control, progress, exceeded: () => give('output_exceeded') }, http, options);
    return readAnswer(answer, options.redact);
  } catch (error) {
    // Once a request is on its way nobody can say that it was not acted on.
    if (stop !== undefined) return stopped(stop, options, true);
    return describeFault(error, http, progress);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

interface Progress {
  /** Whether an answer began, so that the request was there. */
  sent: boolean;
}

interface Exchange {
  readonly pool: ConnectionPool;
  readonly control: AbortController;
  readonly progress: Progress;
  readonly exceeded: () => void;
}

async function exchange(
  { pool, control, progress, exceeded }: Exchange,
  { method, target, headers, body }: HttpRequest,
  { credentialHeaders, maxOutputBytes }: SendOptions,
): Promise<HttpAnswer> {
  const response = await request.call(pool, {
    method: method,
    path: target,
    headers: withCredential(headers, credentialHeaders),
    body,
    signal: control.signal,
  });
  progress.sent = true;
  const isFailure = response.statusCode < 200 || response.statusCode > 299;
  const most = isFailure ? Math.min(maxOutputBytes, mostOfFailure) : maxOutputBytes;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size <= most) continue;
    if (isFailure) break;
    exceeded();
    throw new Error('the answer is too large');
  }
  const { statusCode: status, headers: answered } = response;
  return { status, headers: answered, bytes: Buffer.concat(chunks) };
}

/** The Binding's headers go on last and replace what has their name in any case (hardening 38). */
function withCredential(
  headers: HttpRequest['headers'],
  credential: SendOptions['credentialHeaders'],
): Record<string, string> {
  const lower = Object.entries(credential).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  return { ...headers, ...Object.fromEntries(lower) };
}

function stopped(stop: Stop, { timeoutMs, maxOutputBytes }: SendOptions, started: boolean): AdapterOutcome {
  const texts: Readonly<Record<Stop, string>> = {
    timed_out: `timed out after ${timeoutMs} ms`,
    output_exceeded: `output exceeded ${maxOutputBytes} bytes`,
    cancelled: 'cancelled',
  };
  return { ok: false, code: stop, started, error: texts[stop] };
}

const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function describeFault(error: unknown, { origin }: HttpRequest, { sent }: Progress): AdapterOutcome {
  const causes = causesOf(error);
  const refused = causes.find((one) => one instanceof RefusedAddress);
  if (refused !== undefined) {
    const text = `sandbox: server ${origin} resolves to an address that is not allowed: ${refused.message}; the operator can allow it with hcp install --update --allow-private`;
    return { ok: false, code: 'sandbox', started: false, error: text };
  }
  const code = causes.map((one) => (one as NodeJS.ErrnoException).code).find((one) => one !== undefined);
  const started = sent || code === undefined || !(neverConnected.has(code) || isTlsFault(code));
  const said = causes.at(-1)?.message ?? 'no reason is known';
  return { ok: false, code: 'failed', started, error: `request to ${origin} failed: ${said}` };
}

const isTlsFault = (code: string): boolean => /^(?:ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code);

function causesOf(error: unknown): readonly Error[] {
  const inner = error instanceof AggregateError ? (error.errors as unknown[]).flatMap(causesOf) : [];
  if (!(error instanceof Error)) return [];
  return [error, ...inner, ...causesOf(error.cause)].filter(({ message }) => message !== '');
}
