import type { IncomingMessage } from 'node:http';
import { isLoopbackAddress } from '../parse-address.js';
import { ApiError } from './api-error.js';

/** Read once and decided on, so a second one could be the one that another program on the way has looked at. */
const single: ReadonlySet<string> = new Set(['host', 'origin', 'authorization', 'content-type', 'content-length']);
const tokenNames: ReadonlySet<string> = new Set(['token', 'access_token', 'bearer', 'authorization', 'api_key']);

/**
 * Refuses what a browser of another site, a name that was rebound to this machine or a confused client sends, before
 * anything of the body is read (profile P11). Throws `ApiError`.
 */
export function checkRequest(request: IncomingMessage): void {
  checkDoubles(request.rawHeaders);
  checkHost(request);
  checkOrigin(request);
  checkContentType(request);
  checkQuery(request.url ?? '');
}

function checkDoubles(rawHeaders: readonly string[]): void {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    if (!single.has(name)) continue;
    if (seen.has(name))
      throw new ApiError(400, 'doubled_header', { message: `header ${name} is sent twice; send it once` });
    seen.add(name);
  }
}

/**
 * HTTP/1.0 may come without Host; over the unix socket, where no browser comes, that is let through. A whole URL in
 * the first line overrides Host (RFC 9112), so its name must be ours as well.
 */
function checkHost({ headers, socket, url = '' }: IncomingMessage): void {
  const { host } = headers;
  const named = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1] ?? 'localhost';
  const own = host === undefined ? socket.remoteAddress === undefined : isOwnHost(host);
  if (own && isOwnHost(named)) return;
  throw new ApiError(403, 'foreign_host', {
    message: 'header Host must name this machine: localhost, 127.0.0.1 or [::1], with or without a port',
  });
}

/** Any port: a forwarded one differs from ours, and a rebound name differs in the name. */
function isOwnHost(host: string): boolean {
  const name = host.replace(/:\d{1,5}$/, '').toLowerCase();
  return name === 'localhost' || isLoopbackAddress(name.replace(/^\[(.*)\]$/, '$1'));
}

function checkOrigin({ headers }: IncomingMessage): void {
  const { origin } = headers;
  const site = headers['sec-fetch-site'] ?? 'none';
  const own = origin === undefined || (headers.host !== undefined && origin === `http://${headers.host}`);
  if (own && (site === 'none' || site === 'same-origin')) return;
  throw new ApiError(403, 'foreign_origin', { message: 'requests that a page of another origin sends are not served' });
}

function checkContentType(request: IncomingMessage): void {
  const { headers } = request;
  const type = headers['content-type'];
  const encoding = headers['content-encoding'] ?? 'identity';
  const right = type === undefined ? !hasBody(request) : /^application\/json *(; *charset="?utf-8"?)?$/i.test(type);
  if (right && encoding === 'identity') return;
  throw new ApiError(415, 'unsupported_media_type', {
    message: 'a body must be application/json in UTF-8, without content encoding',
  });
}

/** Whether bytes follow the head, by what the head says. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** A token in the URL would stand in logs and histories, so it is refused and not just ignored. */
function checkQuery(url: string): void {
  const mark = url.indexOf('?');
  if (mark === -1) return;
  for (const name of new URLSearchParams(url.slice(mark + 1)).keys()) {
    if (!tokenNames.has(name.toLowerCase())) continue;
    throw new ApiError(400, 'token_in_url', {
      message: 'a token belongs into the header Authorization, never into the URL',
    });
  }
}
