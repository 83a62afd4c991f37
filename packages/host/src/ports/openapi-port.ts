import type { Requester } from '@hcp/adapter-openapi';
import type { Adapter, RenderedCall } from '@hcp/pipeline';
import { settingsOf, type ConfigFile } from '../config/config-file.js';
import { lazily } from '../lazily.js';
import { limitsSet } from './operator-settings.js';

/** The adapter of openapi packs, and the end of its connections. */
export interface OpenApiPort {
  readonly adapter: Adapter;
  readonly close: () => Promise<void>;
}

export interface OpenApiPortOptions {
  /** Where plan files are. */
  readonly plans: string;
  /** Throws for a broken `config.json`, and so refuses (step 8). */
  readonly config: () => ConfigFile;
}

/** Why what the operator set for this pack, as it is now, lets no request go (profile P9). */
const conflict = (config: ConfigFile, packId: string): string | undefined => {
  const { network, limits } = settingsOf(config, packId);
  if (network === 'none') {
    const key = `packs.${packId}.network`;
    return `${key} is none, so nothing is sent; to do without: hcp config set ${key} null`;
  }
  const [key] = limitsSet(`packs.${packId}.limits`, limits);
  return key === undefined
    ? undefined
    : `${key} is set and cannot be enforced on an openapi pack, which starts no process; to do without: hcp config set ${key} null`;
};

/** What the operator set for this pack holds for a request too; a mock sends none. */
const underSettings = (rendered: RenderedCall, config: () => ConfigFile): RenderedCall => ({
  ok: true,
  get preview() {
    return rendered.preview;
  },
  run: async (call, minted, nested) => {
    const reason = call.bindingMode === 'mock' ? undefined : conflict(config(), call.packId);
    if (reason !== undefined) return { ok: false, code: 'sandbox', started: false, error: `sandbox: ${reason}` };
    return rendered.run(call, minted, nested);
  },
});

/**
 * The adapter of openapi packs (§6.6, profile P12). Its code is loaded by the first call of such a pack, and what
 * sends requests by the first that sends one.
 */
export const createOpenApiPort = ({ plans, config }: OpenApiPortOptions): OpenApiPort => {
  let requester: Requester | undefined;
  const openRequester = lazily(async () => {
    const { createRequester } = await import('@hcp/adapter-openapi/requesting');
    return (requester ??= createRequester());
  });
  let loaded: Adapter | undefined;
  const load = async (): Promise<Adapter> => {
    const { createOpenApiAdapter } = await import('@hcp/adapter-openapi');
    const { createPlannedVerbs } = await import('../openapi/planned-verbs.js');
    return (loaded ??= createOpenApiAdapter({ plannedVerb: createPlannedVerbs(plans), requester: openRequester }));
  };
  return {
    adapter: {
      kind: 'openapi',
      argsSchema: async (request) => (await load()).argsSchema?.(request),
      render: (request) => {
        if (loaded === undefined) {
          throw new TypeError('the schema of the arguments is asked for before they are rendered');
        }
        const rendered = loaded.render(request);
        return rendered.ok ? underSettings(rendered, config) : rendered;
      },
    },
    close: async () => requester?.close(),
  };
};
