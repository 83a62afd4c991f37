import type { BindingMode, HarnessBinding } from '@hcp/manifest';
import type { MintRequest } from '@hcp/pipeline';

interface Sample {
  readonly mode: BindingMode;
  readonly binding?: HarnessBinding;
  readonly entry?: 'none' | 'pack';
  readonly packId?: string;
  readonly verbKey?: string;
  readonly health?: boolean;
  readonly signal?: AbortSignal;
}

/** A request as step 7 makes it, for a pack with one verb `list`. */
export function sampleMintRequest({ mode, binding, entry = 'pack', packId = 'ledger', ...rest }: Sample): MintRequest {
  return {
    pack: {
      id: packId,
      root: `/packs/${packId}`,
      manifest: {
        id: packId,
        kind: 'wrap',
        plane: 'runtime',
        ...(binding === undefined ? {} : { binding }),
        verbs: { list: {} },
      },
      policy: {
        surfaceId: packId,
        land: 'device',
        verbs: {
          list: {
            access: 'read',
            capability: `${packId}.read`,
            confirm: false,
            binding: entry,
            secretArgs: [],
            allowDash: [],
            denyPrefix: [],
            timeoutMs: 60_000,
            maxOutputBytes: 1024,
          },
        },
      },
      surfaceSha256: '0'.repeat(64),
      policySha256: '0'.repeat(64),
    },
    verbKey: rest.verbKey ?? 'list',
    principal: { id: 'ada', tenant: 'acme', projects: [], capabilities: ['*'] },
    projectId: null,
    mode,
    health: rest.health ?? false,
    signal: rest.signal,
  };
}
