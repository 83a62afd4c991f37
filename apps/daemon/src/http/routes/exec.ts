import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  envelopeLimits,
  execute,
  invalidEnvelopeResult,
  parseEnvelope,
  serializeResult,
  type Caller,
  type CallReport,
  type ParsedEnvelope,
} from '@hcp/pipeline';
import type { NotStarted } from '../../limits/call-scheduler.js';
import { answerDelivered } from '../answer-delivery.js';
import { ApiError } from '../api-error.js';
import { bearerOf } from '../bearer.js';
import { drainBody } from '../drain-body.js';
import { answerError } from '../error-answer.js';
import { identify, ownerOf, peerOf } from '../identify.js';
import { envelopeSchema, errorSchema, execHeadersSchema, resultSchema, type Answers } from '../schemas.js';
import type { Service } from '../service.js';
import { traceparentOf } from '../traceparent.js';
import { watchClient } from '../watch-client.js';

type NoEnvelope = Pick<Extract<ParsedEnvelope, { ok: false }>, 'reason' | 'tooLarge'>;

/** Without 401: an unauthenticated call is a denial and so 200 (§6.2). */
const denialsAside: Answers = { 403: errorSchema, 429: errorSchema, 500: errorSchema, 503: errorSchema };

/** The exec route: the body reaches the pipeline's own reader byte for byte, its answer the client likewise. */
export function addExecRoute(app: FastifyInstance, service: Service): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // The pipeline checks the envelope; the schema is for the document alone.
  app.setValidatorCompiler(() => () => true);
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    error.statusCode === 413 ? answerTooLarge(request, reply) : answerError(error, request, reply),
  );
  app.post(
    '/v1/exec',
    {
      onRequest: identify(service),
      bodyLimit: envelopeLimits.maxBytes,
      schema: {
        summary: 'Run a command',
        headers: execHeadersSchema,
        body: envelopeSchema,
        response: {
          200: resultSchema,
          ...denialsAside,
          400: { anyOf: [resultSchema, errorSchema] },
          409: errorSchema,
          413: resultSchema,
        },
      },
    },
    (request, reply) => answerExec(request, reply, service),
  );
}

async function answerExec(request: FastifyRequest, reply: FastifyReply, service: Service): Promise<FastifyReply> {
  const parsed = parseEnvelope(request.body instanceof Uint8Array ? request.body : new Uint8Array());
  if (!parsed.ok) return answerInvalid(reply, parsed);
  const client = watchClient(reply.raw, service.abandon);
  const owner = request.principal === null ? peerOf(request) : ownerOf(request.principal);
  const scheduled = await service.scheduler.run({ owner, signal: client.signal }, async () => {
    await claimKey(request, service);
    const report = await execute(parsed.envelope, callerOf(request, client.signal), service.ports);
    service.metrics.called(parsed.envelope, report);
    await sendReport(reply, report, service.abandon);
  });
  if (!scheduled.started) throw refusals[scheduled.why];
  return reply;
}

/** Held until the answer has left, so that clients who read slowly pile up no more answers than there are places. */
async function sendReport(reply: FastifyReply, report: CallReport, abandon: AbortSignal): Promise<void> {
  const { callId, step, durationMs, exitStatus, line } = report;
  const delivered = answerDelivered(reply.raw, abandon);
  reply
    .headers({
      'hcp-call-id': callId,
      'hcp-step': step,
      'hcp-duration-ms': durationMs.toFixed(3),
      'hcp-exit-status': exitStatus,
    })
    .type('application/json; charset=utf-8')
    .send(`${line}\n`);
  await delivered;
}

/** What never was an envelope (profile P1): nothing of it is recorded as a call. */
function answerInvalid(reply: FastifyReply, refusal: NoEnvelope): FastifyReply {
  return reply
    .code(refusal.tooLarge ? 413 : 400)
    .header('hcp-exit-status', 2)
    .type('application/json; charset=utf-8')
    .send(`${serializeResult(invalidEnvelopeResult(refusal.reason))}\n`);
}

/** No further than one byte over the limit is read, so that byte is all that can be said of the size. */
function answerTooLarge(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.removeHeader('connection');
  drainBody(request.raw);
  const parsed = parseEnvelope(new Uint8Array(envelopeLimits.maxBytes + 1));
  return answerInvalid(reply, parsed.ok ? { reason: 'too large', tooLarge: true } : parsed);
}

/** The principal's own key, claimed once the call has its place: what never had one may be sent again. */
async function claimKey({ principal, headers }: FastifyRequest, { host }: Service): Promise<void> {
  const key = headers['hcp-idempotency-key'];
  if (key === undefined || principal === null) return;
  if (await host.claimIdempotencyKey(principal, String(key))) return;
  throw new ApiError(409, 'key_used', {
    message: 'this HCP-Idempotency-Key was used before; the call is not run again',
  });
}

function callerOf(request: FastifyRequest, signal: AbortSignal): Caller {
  const session = request.headers['hcp-session'];
  const bearer = bearerOf(request.headers.authorization);
  const traceparent = traceparentOf(request.headers['traceparent']);
  return {
    face: 'http',
    sessionId: typeof session === 'string' ? session : null,
    credential: bearer === undefined ? undefined : { bearer },
    signal,
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

const retry = { 'retry-after': '1' };
const refusals: Readonly<Record<NotStarted, ApiError>> = {
  owner_queue_full: new ApiError(429, 'queue_full', { message: 'too many of your calls wait already', headers: retry }),
  queue_full: new ApiError(503, 'busy', { message: 'too many calls wait already; nothing was run', headers: retry }),
  closed: new ApiError(503, 'shutting_down', { message: 'the daemon is ending; nothing was run', headers: retry }),
  gone: new ApiError(503, 'client_gone', { message: 'the client left before its turn; nothing was run' }),
};
