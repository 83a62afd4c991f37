import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider';
import { onTestFinished } from 'vitest';

export interface OpenIdProvider {
  readonly issuer: string;
  readonly jwksUrl: string;
  /** An access token for a client, by the client credentials grant, with more claims. */
  readonly issue: (audience: string, claims: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Signs with a new key from now on, and publishes no other. */
  readonly rotate: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const makeKey = async (kid: string): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' };
};

/** What a provider remembers, in memory. */
const memoryAdapter = (): Adapter => {
  const stored = new Map<string, AdapterPayload>();
  const find = (id: string): Promise<AdapterPayload | undefined> => Promise.resolve(stored.get(id));
  const findBy = (name: 'uid' | 'userCode', value: string): Promise<AdapterPayload | undefined> =>
    Promise.resolve([...stored.values()].find((payload) => payload[name] === value));
  return {
    find,
    findByUid: (uid) => findBy('uid', uid),
    findByUserCode: (code) => findBy('userCode', code),
    upsert: async (id, payload) => Promise.resolve(void stored.set(id, payload)),
    consume: async (id) => Promise.resolve(void Object.assign(stored.get(id) ?? {}, { consumed: 1 })),
    destroy: async (id) => Promise.resolve(void stored.delete(id)),
    revokeByGrantId: async () => Promise.resolve(),
  };
};

type Claims = Readonly<Record<string, unknown>>;

const makeProvider = (issuer: string, key: JWK, claims: () => Claims): Provider =>
  new Provider(issuer, {
    adapter: memoryAdapter,
    ttl: { ClientCredentials: 600 },
    clients: [
      {
        client_id: 'agent',
        client_secret: 'a-secret-of-the-test',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [key] },
    extraTokenClaims: () => claims(),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, resource) => ({
          scope: '',
          audience: resource,
          accessTokenTTL: 600,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  });

const close = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.closeAllConnections();
    server.close(() => done());
  });

/** A real OpenID provider on a loopback port, ended behind the test. */
export const startOpenIdProvider = async (): Promise<OpenIdProvider> => {
  let claims: Claims = {};
  let handle: ReturnType<Provider['callback']> | undefined;
  const server = createServer((request, response) => void handle?.(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => close(server));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let turn = 0;
  const rotate = async (): Promise<void> => {
    turn += 1;
    handle = makeProvider(issuer, await makeKey(`key-${turn}`), () => claims).callback();
  };
  await rotate();
  return {
    issuer,
    jwksUrl: `${issuer}/jwks`,
    rotate,
    stop: () => close(server),
    issue: async (audience, more) => {
      claims = more;
      const response = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa('agent:a-secret-of-the-test')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', resource: audience }),
      });
      const answer = (await response.json()) as { readonly access_token?: string };
      if (answer.access_token === undefined) {
        throw new Error(`the provider issued nothing: ${JSON.stringify(answer)}`);
      }
      return answer.access_token;
    },
  };
};
