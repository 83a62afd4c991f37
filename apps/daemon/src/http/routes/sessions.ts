import type { FastifyInstance } from 'fastify';
import type { Session } from '@hcp/pipeline';
import { ApiError } from '../api-error.js';
import { identify, principalOf, requirePrincipal } from '../identify.js';
import { commonErrors, errorSchema, newSessionSchema, paramsSchema, sessionSchema } from '../schemas.js';
import type { Service } from '../service.js';

interface SessionParams {
  readonly id: string;
}
interface PackParams extends SessionParams {
  readonly pack_id: string;
}

const nothing = { type: 'null', description: 'No content.' } as const;

/** Sessions (profile P11). Someone else's is as unknown as one that never was. */
export function addSessionRoutes(app: FastifyInstance, service: Service): void {
  const { httpSessions } = service.host;
  const onRequest = [identify(service), requirePrincipal];
  const answers = { 404: errorSchema, ...commonErrors };

  app.post<{ Body: { readonly project_id?: string | null } | null }>(
    '/v1/sessions',
    {
      onRequest,
      schema: { summary: 'Make a session', body: newSessionSchema, response: { 201: sessionSchema, ...commonErrors } },
    },
    async (request, reply) => {
      const session = await httpSessions.create(principalOf(request), request.body?.project_id ?? null);
      return reply.code(201).header('location', `/v1/sessions/${session.id}`).send(shown(session));
    },
  );
  app.get<{ Params: SessionParams }>(
    '/v1/sessions/:id',
    {
      onRequest,
      schema: { summary: 'Show a session', params: paramsSchema('id'), response: { 200: sessionSchema, ...answers } },
    },
    async (request) => shown(known(await httpSessions.find(principalOf(request), request.params.id))),
  );
  app.delete<{ Params: SessionParams }>(
    '/v1/sessions/:id',
    {
      onRequest,
      schema: { summary: 'End a session', params: paramsSchema('id'), response: { 204: nothing, ...answers } },
    },
    async (request, reply) => {
      if (!(await httpSessions.remove(principalOf(request), request.params.id))) throw unknownSession();
      return reply.code(204).send();
    },
  );
  const activation = { params: paramsSchema('id', 'pack_id'), response: { 204: nothing, ...answers } };
  app.put<{ Params: PackParams }>(
    '/v1/sessions/:id/packs/:pack_id',
    { onRequest, schema: { summary: 'Activate a pack', ...activation } },
    async (request, reply) => {
      known(await httpSessions.activate(principalOf(request), request.params.id, request.params.pack_id));
      return reply.code(204).send();
    },
  );
  app.delete<{ Params: PackParams }>(
    '/v1/sessions/:id/packs/:pack_id',
    { onRequest, schema: { summary: 'Deactivate a pack', ...activation } },
    async (request, reply) => {
      known(await httpSessions.deactivate(principalOf(request), request.params.id, request.params.pack_id));
      return reply.code(204).send();
    },
  );
}

/** What the session's owner needs to know of it. */
function shown({ id, project_id, activated, expires_at }: Session): object {
  return { id, project_id, activated, expires_at };
}

function known(session: Session | undefined): Session {
  if (session === undefined) throw unknownSession();
  return session;
}

function unknownSession(): ApiError {
  return new ApiError(404, 'unknown_session', {
    message: 'there is no such session of yours; POST /v1/sessions makes one',
  });
}
