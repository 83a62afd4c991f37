import type { Requester } from '@hcp/adapter-openapi';
import type { Adapter } from '@hcp/pipeline';
import { lazily } from '../lazily.js';

/** The adapter of openapi packs, and the end of its connections. */
export interface OpenApiPort {
  readonly adapter: Adapter;
  readonly close: () => Promise<void>;
}

/**
 * The adapter of openapi packs (§6.6, profile P12). Its code is loaded by the first call of such a pack, and what
 * sends requests by the first that sends one. `folder`: where plan files are.
 */
export const createOpenApiPort = (folder: string): OpenApiPort => {
  let requester: Requester | undefined;
  const openRequester = lazily(async () => {
    const { createRequester } = await import('@hcp/adapter-openapi/requesting');
    return (requester ??= createRequester());
  });
  let loaded: Adapter | undefined;
  const load = async (): Promise<Adapter> => {
    const { createOpenApiAdapter } = await import('@hcp/adapter-openapi');
    const { createPlannedVerbs } = await import('../openapi/planned-verbs.js');
    return (loaded ??= createOpenApiAdapter({ plannedVerb: createPlannedVerbs(folder), requester: openRequester }));
  };
  return {
    adapter: {
      kind: 'openapi',
      argsSchema: async (request) => (await load()).argsSchema?.(request),
      render: (request) => {
        if (loaded === undefined)
          throw new TypeError('the schema of the arguments is asked for before they are rendered');
        return loaded.render(request);
      },
    },
    close: async () => requester?.close(),
  };
};
