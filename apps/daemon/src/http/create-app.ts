import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import swagger from '@fastify/swagger';
import { fastify, LogController, type FastifyError, type FastifyInstance } from 'fastify';
import { parseJson } from '@hcp/manifest';
import type { Connections } from '../limits/connections.js';
import { version } from '../version.js';
import { ApiError } from './api-error.js';
import { checkRequest } from './check-request.js';
import { answerClientError } from './client-error.js';
import { answerError } from './error-answer.js';
import { answerNotFound, watchRoutes } from './not-found.js';
import { openApiDocument } from './openapi-document.js';
import { addExecRoute } from './routes/exec.js';
import { addOperationRoutes } from './routes/operations.js';
import { addPackRoutes } from './routes/packs.js';
import { addSessionRoutes } from './routes/sessions.js';
import type { Service } from './service.js';

export interface AppOptions {
  readonly connections: Connections;
  /** Milliseconds a client has to send one whole request. */
  readonly requestTimeoutMs: number;
  /** One line of JSON, its line feed included. */
  readonly log: (line: string) => void;
}

export interface App {
  readonly fastify: FastifyInstance;
  /** Makes one more server for the same routes; one for each address. */
  readonly createServer: () => Server;
  readonly useService: (service: Service) => Promise<void>;
}

const keepAliveMs = 30_000;
/** A reader that takes nothing of its answer for so long is gone. */
const stalledMs = 30_000;
const bodyLimit = 16 * 1024;

/** The HTTP side of the daemon: which requests are read at all, and which route answers them. */
export function createApp({ connections, requestTimeoutMs, log }: AppOptions): App {
  let handle: RequestListener = () => undefined;
  const app = fastify({
    serverFactory: (handler) => {
      handle = handler;
      // The library wants one server of its own; it never listens.
      return createServer();
    },
    logger: { level: 'info', base: null, stream: { write: log } },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    routerOptions: { maxParamLength: 16 * 1024 },
    frameworkErrors: (_error, request, reply) => {
      void answerError(
        new ApiError(400, 'bad_path', { message: 'the path is not percent-encoded UTF-8' }),
        request,
        reply,
      );
    },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  });
  return {
    fastify: app,
    createServer: () => {
      const server = createServer(serverOptions(requestTimeoutMs), handle);
      // Every header is looked at: their number is bounded by their size alone.
      server.maxHeadersCount = 0;
      connections.watch(server);
      server.on('clientError', (error, socket: Socket) => answerClientError(error, socket, connections));
      return server;
    },
    useService: (service) => arrange(app, service),
  };
}

function serverOptions(requestTimeoutMs: number): ServerOptions {
  return {
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(10_000, requestTimeoutMs),
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs),
    maxHeaderSize: 16 * 1024,
  };
}

async function arrange(app: FastifyInstance, service: Service): Promise<void> {
  app.decorateRequest('principal', null);
  app.decorateRequest('authenticationFault', undefined);
  app.setErrorHandler<FastifyError>(answerError);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    const parsed = parseBody(body as Buffer);
    if (parsed instanceof ApiError) done(parsed);
    else done(null, parsed.value);
  });
  app.addHook('onRequest', (request, _reply, done) => {
    checkRequest(request.raw);
    done();
  });
  app.addHook('onSend', (request) => {
    request.raw.socket.setTimeout(stalledMs);
    return Promise.resolve();
  });
  const routes = watchRoutes(app);
  app.setNotFoundHandler((request) => answerNotFound(request, routes));
  await app.register(swagger, openApiDocument(version));
  await app.register((scope, _options, done) => {
    addExecRoute(scope, service);
    done();
  });
  await app.register((scope, _options, done) => {
    addSessionRoutes(scope, service);
    addPackRoutes(scope, service);
    addOperationRoutes(scope, service);
    done();
  });
  await app.ready();
}

/** Strict as everywhere: a doubled key is a mistake. No body is `null`. */
function parseBody(body: Buffer): ApiError | { readonly value: unknown } {
  if (body.length === 0) return { value: null };
  const parsed = parseJson(body, { maxDepth: 16, maxBytes: bodyLimit, bom: 'refuse', exactIntegers: true });
  return parsed.ok
    ? { value: parsed.value }
    : new ApiError(400, 'invalid_body', { message: `invalid body: ${parsed.reason}` });
}
