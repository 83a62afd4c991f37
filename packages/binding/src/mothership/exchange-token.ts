import { basename, dirname } from 'node:path';
import type * as oauth from 'oauth4webapi';
import { readPrivateFile } from '../local/private-file.js';
import type { ExchangeSettings } from './exchange-settings.js';
import { explainExchangeFault } from './explain-exchange-fault.js';
import { fetchBounded } from './fetch-bounded.js';

export interface ExchangeRequest {
  readonly settings: ExchangeSettings;
  readonly subjectToken: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Times in milliseconds since 1970. */
export interface ExchangedToken {
  readonly token: string;
  readonly issuedAt: number;
  /** `undefined` where the endpoint does not say. */
  readonly expiresAt: number | undefined;
}

/** `reason` follows `binding: ` and holds neither token nor secret. */
export type Refusal = { readonly ok: false; readonly reason: string };
export type ExchangeOutcome = { readonly ok: true; readonly value: ExchangedToken } | Refusal;

const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessToken = 'urn:ietf:params:oauth:token-type:access_token';

const refuse = (reason: string): Refusal => ({ ok: false, reason });

/**
 * Exchanges a principal's token at the operator's endpoint (RFC 8693) for a bearer access token, once and without
 * following a redirect. Never rejects: whatever goes wrong is a refusal.
 */
export async function exchangeToken(request: ExchangeRequest): Promise<ExchangeOutcome> {
  const library = await import('oauth4webapi');
  const authentication = authenticateClient(library, request.settings);
  if ('reason' in authentication) return authentication;
  let status: number | undefined;
  const observe = async (url: string, options: RequestInit): Promise<Response> => {
    const response = await fetchBounded(url, options);
    ({ status } = response);
    return response;
  };
  const issuedAt = request.now();
  try {
    const answer = await send(library, request, { authentication, fetch: observe });
    return readAnswer(answer, issuedAt);
  } catch (error) {
    return refuse(explainExchangeFault(error, { status, timeoutMs: request.settings.timeoutMs }));
  }
}

type Library = typeof oauth;

/** The secret is read at each exchange, so that a new one holds at once. */
function authenticateClient(library: Library, settings: ExchangeSettings): oauth.ClientAuth | Refusal {
  const { clientAuthentication } = settings;
  if (clientAuthentication.method === 'none') return library.None();
  const { secretFile, method } = clientAuthentication;
  const file = readPrivateFile(dirname(secretFile), basename(secretFile), 4096);
  if (!file.ok) return refuse(`the client secret of the mothership cannot be used: ${file.reason}`);
  const secret = Buffer.from(file.bytes)
    .toString('utf8')
    .replace(/\r?\n$/, '');
  if (secret === '') return refuse(`the client secret of the mothership cannot be used: ${file.source}: is empty`);
  return method === 'client_secret_post' ? library.ClientSecretPost(secret) : library.ClientSecretBasic(secret);
}

interface Sending {
  readonly authentication: oauth.ClientAuth;
  readonly fetch: (url: string, options: RequestInit) => Promise<Response>;
}

async function send(
  library: Library,
  { settings, subjectToken }: ExchangeRequest,
  { authentication, fetch }: Sending,
): Promise<oauth.TokenEndpointResponse> {
  const { endpoint, clientId, audience, resource, scope, subjectTokenType, timeoutMs, allowHttp } = settings;
  const server = { issuer: new URL(endpoint).origin, token_endpoint: endpoint };
  const client = { client_id: clientId };
  const parameters = new URLSearchParams({
    subject_token: subjectToken,
    subject_token_type: subjectTokenType,
    requested_token_type: accessToken,
    ...(audience === undefined ? {} : { audience }),
    ...(resource === undefined ? {} : { resource }),
    ...(scope === undefined ? {} : { scope }),
  });
  const response = await library.genericTokenEndpointRequest(server, client, authentication, grantType, parameters, {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so that it stands out; only loopback passes
    [library.allowInsecureRequests]: allowHttp,
    [library.customFetch]: fetch,
    signal: AbortSignal.timeout(timeoutMs),
  });
  return library.processGenericTokenEndpointResponse(server, client, response);
}

/** RFC 8693 §2.2.1: what was issued is said, and it has to be what was asked for. */
function readAnswer(answer: oauth.TokenEndpointResponse, issuedAt: number): ExchangeOutcome {
  const { access_token: token, token_type: tokenType, expires_in: lifetime } = answer;
  if (tokenType !== 'bearer') return refuse('the mothership answered a token that is no bearer token');
  if (answer['issued_token_type'] !== accessToken) {
    return refuse('the mothership answered a token of another issued_token_type than access_token');
  }
  if (!/^[\x21-\x7e]+$/.test(token)) return refuse('the mothership answered a token that no header can carry');
  if (lifetime === undefined) return { ok: true, value: { token, issuedAt, expiresAt: undefined } };
  const expiresAt = issuedAt + lifetime * 1000;
  if (!(lifetime > 0) || Number.isNaN(new Date(expiresAt).getTime())) {
    return refuse('the mothership answered a token that has no time left');
  }
  return { ok: true, value: { token, issuedAt, expiresAt } };
}
