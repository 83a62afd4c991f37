import request from 'undici/lib/api/api-request.js';
import ConnectionPool from 'undici/lib/dispatcher/pool.js';
import { DocumentFault } from '../document/document-fault.js';
import { maxDocumentBytes } from '../document/parse-document.js';
import { guardedConnector, type AllowedClasses } from './guarded-connector.js';

/**
 * Fetches a document once (§3.2 `openapi.url`): allowed addresses only, no redirect, no credential, at most 64 MiB and
 * one minute. Throws {@link DocumentFault}.
 */
export async function fetchDocument(url: string, allowed: AllowedClasses): Promise<Uint8Array> {
  const { origin, pathname, search, username } = new URL(url);
  if (username !== '') throw new DocumentFault('the url holds a user; a document is fetched without a credential');
  const pool = new ConnectionPool(origin, { connect: guardedConnector(allowed, 30_000) });
  try {
    const { statusCode, body } = await request.call(pool, {
      method: 'GET',
      path: `${pathname}${search}`,
      headers: {
        accept: 'application/json, application/yaml, */*;q=0.5',
        'accept-encoding': 'identity',
        'user-agent': 'hcp',
      },
      signal: AbortSignal.timeout(60_000),
    });
    if (statusCode !== 200)
      throw new DocumentFault(`the server answered HTTP ${statusCode}; redirects are not followed`);
    return await readBounded(body as AsyncIterable<Uint8Array>);
  } catch (cause) {
    if (cause instanceof DocumentFault) throw cause;
    throw new DocumentFault(`cannot be fetched: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  } finally {
    await pool.destroy();
  }
}

async function readBounded(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > maxDocumentBytes) throw new DocumentFault(`has more than ${maxDocumentBytes} bytes`);
  }
  return Buffer.concat(chunks);
}
