import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DocumentFault, parseDocument, type OpenApiDocument } from '@hcp/adapter-openapi/document';
import { HcpError } from '@hcp/pipeline';
import { reasonOf } from '../home/system-error.js';
import { openDocumentFiles } from '../openapi/document-file.js';

/** A document and what goes into a pack with it. */
export interface ImportedDocument {
  readonly document: OpenApiDocument;
  /** Path of the document from the pack root. */
  readonly path: string;
  readonly url?: string;
  /** What was read so far, by path from the pack root: the document, and each file that a reference led to. */
  readonly files: () => ReadonlyMap<string, Uint8Array>;
}

/** Files of the document stand in a folder of their own, lest one be called `policy.json`. */
const folder = 'document';

export const isUrl = (source: string): boolean => /^https?:\/\//i.test(source);

/** Reads a document from a file, with what it refers to below the file's folder. Throws {@link DocumentFault}. */
export const readDocumentFile = (file: string): ImportedDocument => {
  const name = basename(file);
  const { read } = openDocumentFiles(realFolder(file));
  const files = new Map<string, Uint8Array>();
  const readPart = (path: string): Uint8Array => {
    let bytes: Uint8Array;
    try {
      bytes = read(path);
    } catch (cause) {
      throw new DocumentFault(reasonOf(cause), { cause });
    }
    files.set(`${folder}/${path}`, bytes);
    return bytes;
  };
  const document = parseDocument(readWhole(file, readPart), { name, readPart });
  return { document, path: `${folder}/${name}`, files: () => files };
};

const readWhole = (file: string, read: (path: string) => Uint8Array): Uint8Array => {
  try {
    return read(basename(file));
  } catch (cause) {
    throw new HcpError('document_unreadable', `${join(dirname(file), reasonOf(cause))}; name a file that can be.`, {
      cause,
    });
  }
};

/** Fetches a document once, without following redirects (§3.2 `openapi.url`). Throws {@link DocumentFault}. */
export const fetchDocumentFrom = async (url: string, allowPrivate: boolean): Promise<ImportedDocument> => {
  if (!URL.canParse(url)) throw new DocumentFault('is no URL');
  const { fetchDocument } = await import('@hcp/adapter-openapi/requesting');
  const bytes = await fetchDocument(url, allowPrivate ? ['loopback', 'private'] : []);
  const isJson = /^\uFEFF?\s*\{/.test(Buffer.from(bytes.subarray(0, 256)).toString('utf8'));
  const name = isJson ? 'openapi.json' : 'openapi.yaml';
  const path = `${folder}/${name}`;
  return { document: parseDocument(bytes, { name, url }), path, url, files: () => new Map([[path, bytes]]) };
};

const realFolder = (file: string): string => {
  try {
    return realpathSync(dirname(file));
  } catch (cause) {
    throw new HcpError('document_unreadable', `${file} cannot be read: ${reasonOf(cause)}; name a file that can be.`, {
      cause,
    });
  }
};
