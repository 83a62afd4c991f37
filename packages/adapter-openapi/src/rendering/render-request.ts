import type { RenderRefusal } from '@hcp/pipeline';
import type { OperationPlan } from '../plan.js';
import { RenderFault } from './render-fault.js';
import { writeBody } from './write-body.js';
import { writeHeaders, writePath, writeQuery, type Args } from './write-parameters.js';

/** One HTTP request, complete but for what the Binding adds. */
export interface HttpRequest {
  readonly method: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query as they stand in the request line; ASCII. */
  readonly target: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

export interface RenderedRequest {
  readonly ok: true;
  readonly request: HttpRequest;
}

/**
 * Builds the request of one call (profile P12, hardening 32, 33, 38). Arguments are data: they cannot reach the host,
 * the scheme, another path or a reserved header. Pure; never throws on arguments that are JSON.
 */
export function renderRequest(plan: OperationPlan, args: Args): RenderedRequest | RenderRefusal {
  try {
    const body = plan.body === null ? undefined : writeBody(plan.body, args);
    const path = writePath(plan, args);
    const query = writeQuery(plan, args);
    const headers = {
      ...lowerCased(writeHeaders(plan, args)),
      accept: plan.accept,
      'accept-encoding': 'identity',
      'user-agent': 'hcp',
      ...(body === undefined ? {} : { 'content-type': body.contentType }),
    };
    const target = query === '' ? path : `${path}?${query}`;
    return {
      ok: true,
      request: { method: plan.method, origin: plan.origin, target, headers, body: body?.bytes ?? null },
    };
  } catch (error) {
    if (error instanceof RenderFault) return { ok: false, reason: error.message };
    throw error;
  }
}

const lowerCased = (headers: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
