import type { FastifyInstance } from 'fastify';
import { ApiError } from '../api-error.js';
import { identify, requirePrincipal } from '../identify.js';
import { aliveSchema, commonErrors, errorSchema, readySchema } from '../schemas.js';
import type { Service } from '../service.js';

/** For whoever runs the daemon: alive, ready, metrics, and the description of the API. */
export function addOperationRoutes(app: FastifyInstance, service: Service): void {
  const onRequest = [identify(service), requirePrincipal];
  const { readiness, metrics } = service;

  app.get('/healthz', { schema: { summary: 'Alive?', security: [], response: { 200: aliveSchema } } }, () => ({
    alive: true,
  }));
  app.get(
    '/readyz',
    { schema: { summary: 'Ready for calls?', security: [], response: { 200: readySchema, 503: errorSchema } } },
    async () => {
      if (await readiness.ready()) return { ready: true };
      throw new ApiError(503, 'not_ready', { message: 'no call can be answered now; the log of the daemon says why' });
    },
  );
  app.get(
    '/metrics',
    {
      onRequest,
      schema: {
        summary: 'Metrics for Prometheus',
        response: {
          200: { description: 'Text.', content: { 'text/plain': { schema: { type: 'string' } } } },
          ...commonErrors,
        },
      },
    },
    async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()),
  );
  app.get(
    '/openapi.json',
    {
      onRequest,
      schema: { summary: 'This document', response: { 200: { type: 'object', additionalProperties: true } } },
    },
    () => app.swagger(),
  );
}
