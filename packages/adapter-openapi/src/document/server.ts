import { DocumentFault } from './document-fault.js';
import { listOf, member, objectOf, shown, textOf } from './json.js';
import type { FoundOperation } from './operations.js';
import type { OpenApiDocument } from './parse-document.js';

/** Where requests of an operation go. */
export interface Server {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Without a slash at the end. */
  readonly basePath: string;
}

/**
 * The server of an operation: its own, else its path's, else the document's; of several the first, variables at their
 * defaults. Throws {@link DocumentFault} for one that no request can be sent to.
 */
export function serverOf(document: OpenApiDocument, found: FoundOperation): Server {
  const written = document.version === '2.0' ? swaggerServer(document, found) : firstServer(document, found);
  const url = absolute(document, written);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new DocumentFault(`server ${shown(written)} is neither http nor https`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new DocumentFault('the server holds a user or password; a credential comes from the Binding');
  }
  if (url.search !== '' || url.hash !== '') {
    throw new DocumentFault(`server ${shown(written)} holds a query or fragment`);
  }
  return { origin: url.origin, basePath: url.pathname.replace(/\/+$/, '') };
}

function absolute({ url: base }: OpenApiDocument, written: string): URL {
  if (base === undefined && !/^[a-z][a-z0-9+.-]*:\/\//i.test(written)) {
    throw new DocumentFault(
      `server ${shown(written)} is relative; say where the document is published with "openapi": { "url": … }`,
    );
  }
  const url = URL.parse(written, base);
  if (url === null) throw new DocumentFault(`server ${shown(written)} is no URL`);
  return url;
}

function firstServer({ root }: OpenApiDocument, { operation, pathItem }: FoundOperation): string {
  const lists = [operation.value, pathItem.value, root].map((holder) => listOf(member(holder, 'servers')));
  const server = lists.find((list) => list.length > 0)?.[0];
  const url = server === undefined ? '/' : textOf(member(server, 'url'));
  if (url === undefined) throw new DocumentFault('a server has no url');
  const variables = objectOf(member(server, 'variables'));
  return url.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = member(member(variables, name), 'default');
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new DocumentFault(`server ${shown(url)} has no default for its variable ${shown(name)}`);
    }
    return String(value);
  });
}

function swaggerServer({ root, url }: OpenApiDocument, { operation }: FoundOperation): string {
  const host = textOf(member(root, 'host'));
  const basePath = textOf(member(root, 'basePath')) ?? '/';
  const path = basePath.startsWith('/') ? basePath : `/${basePath}`;
  const schemes = [operation.value, root]
    .map((holder) => listOf(member(holder, 'schemes')))
    .find((list) => list.length > 0);
  const scheme = schemes === undefined ? undefined : schemes.includes('https') ? 'https' : textOf(schemes[0]);
  if (host !== undefined) {
    if (!/^[^/?#@\\\s]+$/.test(host)) throw new DocumentFault(`host ${shown(host)} is no host`);
    const own = url === undefined ? 'https' : new URL(url).protocol.replace(':', '');
    return `${scheme ?? own}://${host}${path}`;
  }
  if (url === undefined || scheme === undefined) return path;
  return `${scheme}://${new URL(url).host}${path}`;
}
