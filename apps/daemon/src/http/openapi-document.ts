import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';

/** What the OpenAPI document says beside what it is told by the routes themselves. */
export function openApiDocument(version: string): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'hcpd',
        description:
          'Packs of commands over HTTP. POST /v1/exec answers every well-formed envelope with 200 and a result envelope, ' +
          'denials included; HCP-Step names the step that decided.',
        version,
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
  };
}
