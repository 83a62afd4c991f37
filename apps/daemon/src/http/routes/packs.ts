import type { FastifyInstance } from 'fastify';
import type { PackSummary } from '@hcp/host';
import { offeredArgs } from '@hcp/pipeline';
import { identify, requirePrincipal } from '../identify.js';
import { commonErrors, errorSchema, packListSchema, packSchema, paramsSchema } from '../schemas.js';
import type { Service } from '../service.js';

interface PackParams {
  readonly id: string;
}

/** What is installed, as far as an invoker may know it: no paths, no settings, no reason why a pack is unavailable. */
export function addPackRoutes(app: FastifyInstance, service: Service): void {
  const { packs } = service.host;
  const onRequest = [identify(service), requirePrincipal];
  const answers = { 404: errorSchema, ...commonErrors };

  app.get(
    '/v1/packs',
    { onRequest, schema: { summary: 'List packs', response: { 200: packListSchema, ...commonErrors } } },
    async () => ({ packs: (await packs.list()).map((pack) => ({ ...shown(pack), verbs: pack.verbs })) }),
  );
  app.get<{ Params: PackParams }>(
    '/v1/packs/:id',
    {
      onRequest,
      schema: { summary: 'Show a pack', params: paramsSchema('id'), response: { 200: packSchema, ...answers } },
    },
    async (request) => {
      const pack = await packs.show(request.params.id);
      const installed = await service.ports.packs.resolve(pack.id);
      const argsOf = async (key: string): Promise<unknown> =>
        'unknown' in installed ? null : ((await offeredArgs(service.ports, installed, key)) ?? null);
      const verbs = await Promise.all(
        // The JSON Schema of its arguments; `null` where there is none, or the pack cannot be used.
        pack.verb_details.map(async (verb) => ({ ...verb, args: await argsOf(verb.key) })),
      );
      return { ...shown(pack), verbs };
    },
  );
  app.get<{ Params: PackParams }>(
    '/v1/packs/:id/skill',
    {
      onRequest,
      schema: {
        summary: 'Read the Skill of a pack',
        params: paramsSchema('id'),
        response: {
          200: { description: 'Markdown.', content: { 'text/markdown': { schema: { type: 'string' } } } },
          ...answers,
        },
      },
    },
    async (request, reply) =>
      reply
        .type('text/markdown; charset=utf-8')
        .header('x-content-type-options', 'nosniff')
        .send(await packs.skill(request.params.id)),
  );
}

function shown({ id, name, kind, state, allowed, bootstrap }: PackSummary): object {
  return { id, name, kind, available: state === 'ok' && allowed, bootstrap };
}
