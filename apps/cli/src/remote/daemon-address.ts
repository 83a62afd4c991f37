import { resolve } from 'node:path';
import { UsageError } from '../usage-error.js';

/** Where a daemon listens. */
export type DaemonAddress =
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'url'; readonly secure: boolean; readonly host: string; readonly port: number };

const forms = 'write a path, unix:PATH, http://127.0.0.1:PORT, or https://HOST[:PORT] of a proxy in front of it';

/** Reads `--daemon`, as `hcpd` prints its addresses. A token is never sent in the clear to another machine. */
export function parseDaemonAddress(text: string): DaemonAddress {
  if (text.startsWith('unix:')) return socket(text.slice('unix:'.length));
  if (!/^[a-z]+:\/\//i.test(text)) return socket(text);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const bare = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username + url.password === '';
  if (url === undefined || !bare || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new UsageError(`--daemon ${JSON.stringify(shown(url))} is no address of a daemon`, forms);
  }
  const secure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (!secure && !/^(?:127(?:\.\d+){3}|::1|localhost)$/.test(host)) {
    throw new UsageError(
      `--daemon ${JSON.stringify(host)} is another machine, and http would show it the token`,
      forms,
    );
  }
  return { kind: 'url', secure, host, port: url.port === '' ? (secure ? 443 : 80) : Number(url.port) };
}

function socket(path: string): DaemonAddress {
  if (path === '') throw new UsageError('--daemon is empty', forms);
  return { kind: 'socket', path: resolve(path) };
}

/** Without what may be a password. */
function shown(url: URL | undefined): string {
  return url === undefined ? 'as given' : `${url.protocol}//${url.host}`;
}
