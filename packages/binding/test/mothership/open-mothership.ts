import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Minted, MintRefusal, MintRequest } from '@hcp/pipeline';
import { createBinding } from '../../src/create-binding.js';
import type { ExchangeSettings } from '../../src/mothership/exchange-settings.js';
import { createMothershipHub, type MothershipOptions } from '../../src/mothership/mothership-hub.js';
import { sampleMintRequest } from '../sample-mint-request.js';
import { startFixture } from '../../../../test/support/start-fixture.js';
import { temporaryFolder } from '../temporary-folder.js';

export interface TokenServer {
  readonly url: string;
  /** A token of a client of the server, that it takes as a subject token. */
  readonly subjectToken: string;
  readonly behave: (kind: string) => Promise<void>;
  /** How many exchanges were asked for, and what the last one sent. */
  readonly exchanges: () => Promise<{ readonly count: number; readonly last: Readonly<Record<string, string>> }>;
}

export const clientSecret = 'client-secret-of-the-test';

/** A real authorization server, ended behind the test. */
export async function startTokenServer(): Promise<TokenServer> {
  const { ready } = await startFixture<{ readonly url: string }>('token-server.mjs');
  const { url } = ready;
  const response = await fetch(`${url}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`hcp:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: subjectToken } = (await response.json()) as { readonly access_token: string };
  return {
    url,
    subjectToken,
    behave: async (kind) => {
      await fetch(`${url}/behaviour?kind=${kind}`, { method: 'PUT' });
    },
    exchanges: async () => (await (await fetch(`${url}/exchanges`)).json()) as never,
  };
}

export const settingsOf = (url: string, more: Partial<ExchangeSettings> = {}): ExchangeSettings => ({
  endpoint: `${url}/token`,
  clientId: 'hcp-public',
  clientAuthentication: { method: 'none' },
  audience: undefined,
  resource: undefined,
  scope: undefined,
  subjectTokenType: 'urn:ietf:params:oauth:token-type:access_token',
  timeoutMs: 5000,
  allowHttp: true,
  variable: undefined,
  ...more,
});

/** One after the other, as a lock has it. */
function turns(): MothershipOptions['withLock'] {
  let last: Promise<unknown> = Promise.resolve();
  return (_file, action) => {
    const next = last.then(action);
    last = next.catch(() => undefined);
    return next;
  };
}

interface Asked {
  readonly packId?: string;
  readonly principalId?: string;
  readonly tenant?: string;
  readonly projectId?: string | null;
  readonly family?: string | null;
  readonly health?: boolean;
  readonly signal?: AbortSignal;
  readonly caller?: NonNullable<MintRequest['caller']>;
}

export interface Mothership {
  readonly directory: string;
  readonly mint: (asked?: Asked) => Promise<Minted | MintRefusal>;
}

/** The Binding over a hub of its own, as one process has it. */
export function openMothership(options: Partial<MothershipOptions>): Mothership {
  const directory = options.directory ?? join(temporaryFolder(), 'tokens');
  const hub = createMothershipHub({
    directory,
    prepareFolder: (folder) => void mkdirSync(folder, { recursive: true, mode: 0o700 }),
    settings: () => undefined,
    connectedPacks: () => ['ledger'],
    subjectToken: () => ({ ok: false, reason: 'this principal has no subject token' }),
    withLock: turns(),
    now: Date.now,
    ...options,
  });
  const binding = createBinding({ hubs: [hub], now: options.now ?? Date.now });
  return {
    directory,
    mint: ({ family = 'ledger', principalId = 'ada', tenant = 'acme', projectId = null, caller, ...asked } = {}) =>
      binding.mint({
        ...sampleMintRequest({
          mode: 'mothership',
          binding: { mode: 'mothership', ...(family === null ? {} : { family }) },
          ...asked,
        }),
        principal: { id: principalId, tenant, projects: [], capabilities: [] },
        projectId,
        ...(caller === undefined ? {} : { caller }),
      }),
  };
}
