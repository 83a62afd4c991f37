import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '@hcp/pipeline';
import { ApiError } from './api-error.js';
import { bearerOf } from './bearer.js';
import type { Service } from './service.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose valid token came with the request. */
    principal: Principal | null;
    /** Why nobody could be authenticated, where the reason is the runtime's. */
    authenticationFault: Error | undefined;
  }
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Finds out who asks and charges them for it: a principal's rate, or that of a peer without a valid token. */
export function identify({ host, principalRate, peerRate, metrics }: Service): Hook {
  return async (request) => {
    request.principal = await authenticated(request, host.authenticate);
    if (request.principal !== null) {
      charge(principalRate.take(ownerOf(request.principal)));
      return;
    }
    const wait = peerRate.take(peerOf(request));
    if (wait > 0) metrics.refusedUnauthenticated();
    charge(wait);
  };
}

/** For every route whose answer is no result envelope. */
export function requirePrincipal(request: FastifyRequest): Promise<void> {
  if (request.principal !== null) return Promise.resolve();
  return Promise.reject(request.authenticationFault ?? unauthenticated());
}

function unauthenticated(): ApiError {
  return new ApiError(401, 'unauthenticated', {
    message: 'send a valid token in the header Authorization: Bearer <token>; hcp token create makes one',
    headers: { 'www-authenticate': 'Bearer realm="hcp"' },
  });
}

/** The principal of a request that {@link requirePrincipal} has let through. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw new TypeError('the route asks for no principal');
  return request.principal;
}

/** One key for each principal; the ids of two tenants do not meet. */
export function ownerOf({ tenant, id }: Principal): string {
  return JSON.stringify([tenant, id]);
}

/** All of loopback is one peer: a client chooses its own address there. */
export function peerOf(request: FastifyRequest): string {
  return request.raw.socket.remoteAddress === undefined ? 'unix' : 'loopback';
}

async function authenticated(
  request: FastifyRequest,
  authenticate: (bearer: string | undefined) => Promise<Principal | undefined>,
): Promise<Principal | null> {
  const bearer = bearerOf(request.headers.authorization);
  if (bearer === undefined) return null;
  try {
    return (await authenticate(bearer)) ?? null;
  } catch (error) {
    const fault = error instanceof Error ? error : new TypeError('authentication failed');
    request.log.error(fault.message);
    request.authenticationFault = fault;
    return null;
  }
}

function charge(wait: number): void {
  if (wait === 0) return;
  throw new ApiError(429, 'rate_limited', {
    message: `too many requests; try again in ${wait} s`,
    headers: { 'retry-after': String(wait) },
  });
}
