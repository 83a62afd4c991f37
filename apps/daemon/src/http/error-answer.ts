import type { FastifyReply, FastifyRequest } from 'fastify';
import { HcpError } from '@hcp/pipeline';
import { ApiError } from './api-error.js';
import { drainBody } from './drain-body.js';

const unknownPack = new ApiError(404, 'unknown_pack', { message: 'there is no such pack; GET /v1/packs lists them' });
const noSkill = new ApiError(404, 'no_skill', { message: 'this pack has no Skill that can be shown' });

/** By code: what of the host's faults is the caller's doing. A bare status passes the host's own words on. */
const callersFaults: ReadonlyMap<string, ApiError | number> = new Map<string, ApiError | number>([
  ['not_installed', unknownPack],
  ['unknown_pack', unknownPack],
  ['skill_unavailable', noSkill],
  ['foreign_project', 403],
  ['invalid_idempotency_key', 400],
]);

/** Puts whatever a route threw into one shape (profile P11). What only the operator may know goes to the log. */
export function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = apiErrorOf(error);
  if (answer === undefined) logFault(error, request);
  const { status, code, message, headers } = answer ?? (error instanceof HcpError ? unavailable : unexpected);
  // Set by the library for a body that it stops reading; the rest is read away here instead.
  reply.removeHeader('connection');
  drainBody(request.raw);
  return reply.code(status).headers(headers).send({ error: code, message });
}

const unexpected = new ApiError(500, 'internal', { message: 'the daemon could not answer; its log says why' });
const unavailable = new ApiError(503, 'unavailable', {
  message: 'the state of the runtime cannot be used; the log of the daemon says why',
  headers: { 'retry-after': '5' },
});

/** `undefined` for what nobody expected. */
function apiErrorOf(error: Error): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof HcpError) {
    const fault = callersFaults.get(error.code);
    return typeof fault === 'number' ? new ApiError(fault, error.code, { message: error.message }) : fault;
  }
  if (!('statusCode' in error) || typeof error.statusCode !== 'number' || error.statusCode >= 500) return undefined;
  return libraryError(error, error.statusCode);
}

/** What the HTTP library refuses by itself: a body too large or cut, a path that is not percent-encoded, a schema. */
function libraryError(error: Error, status: number): ApiError {
  if (status === 413) return new ApiError(413, 'too_large', { message: 'the body is too large' });
  if (status === 415)
    return new ApiError(415, 'unsupported_media_type', { message: 'a body must be application/json' });
  return new ApiError(status, 'bad_request', { message: error.message });
}

function logFault(error: Error, request: FastifyRequest): void {
  const route = `${request.method} ${request.routeOptions.url ?? ''}`;
  if (error instanceof HcpError) request.log.error({ route, code: error.code }, error.message);
  else request.log.error({ route, stack: framesOf(error) }, `unexpected ${error.name}`);
}

/** Frames without the message, which may quote what the caller sent. */
function framesOf(error: Error): readonly string[] {
  return (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
}
