import { parseJson, type JsonLimits } from '@hcp/manifest';
import { parseDocument as parseYamlDocument } from 'yaml';
import { DocumentFault } from './document-fault.js';
import { isObject, member, type JsonObject } from './json.js';

/** The versions of the specification that are understood (profile P12). */
export type DocumentVersion = '2.0' | '3.0' | '3.1';

/** What may stand beside the bytes of a document. */
export interface DocumentSource {
  /** Path of the document inside the pack, or its URL: the base of relative references, and its name in messages. */
  readonly name: string;
  /** Where the document is published; relative servers are resolved against it (§3.2 `openapi.url`). */
  readonly url?: string;
  /**
   * Reads another file of the pack by its path from the pack root. Absent: a reference to another file is refused.
   * Must itself see to it that nothing outside the pack is read.
   */
  readonly readPart?: (path: string) => Uint8Array;
}

/** A parsed document. Nothing but declared operations is looked at, and each only when it is asked for. */
export interface OpenApiDocument extends DocumentSource {
  readonly version: DocumentVersion;
  readonly root: JsonObject;
  /** Files that references led to, by path. */
  readonly parts: Map<string, unknown>;
}

/** Bytes of the largest document that is read. */
export const maxDocumentBytes: number = 64 * 1024 * 1024;

const limits: JsonLimits = { maxDepth: 512, maxBytes: maxDocumentBytes, bom: 'accept', exactIntegers: false };

/**
 * Parses an OpenAPI 3.0 or 3.1 or Swagger 2.0 document, JSON or YAML, strictly: UTF-8, no duplicate keys, no tags but
 * YAML's core ones, aliases bounded. Throws {@link DocumentFault}.
 */
export function parseDocument(bytes: Uint8Array, source: DocumentSource): OpenApiDocument {
  const root = parseText(source.name, bytes);
  if (!isObject(root)) throw new DocumentFault('is no OpenAPI document: its root is not an object');
  return { ...source, version: versionOf(root), root, parts: new Map([[source.name, root]]) };
}

function versionOf(root: JsonObject): DocumentVersion {
  const swagger = member(root, 'swagger');
  const openapi = member(root, 'openapi');
  if (swagger === '2.0' && openapi === undefined) return '2.0';
  const found = typeof openapi === 'string' ? /^(3\.[01])\.\d+(?:-.*)?$/.exec(openapi)?.[1] : undefined;
  if (found !== undefined && swagger === undefined) return found as DocumentVersion;
  const said = JSON.stringify(openapi ?? swagger) as string | undefined;
  throw new DocumentFault(
    `must be OpenAPI 3.0 or 3.1, or Swagger 2.0; it says ${said?.slice(0, 80) ?? 'neither openapi nor swagger'}`,
  );
}

/** By its name, else by how it begins. */
function isJson(name: string, bytes: Uint8Array): boolean {
  if (/\.json$/i.test(name)) return true;
  if (/\.ya?ml$/i.test(name)) return false;
  const start = Buffer.from(bytes.subarray(0, 256))
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  return /^\s*\{/.test(start);
}

/** The value of a JSON or YAML text. Throws {@link DocumentFault}. */
export function parseText(name: string, bytes: Uint8Array): unknown {
  if (!isJson(name, bytes)) return parseYaml(bytes);
  const parsed = parseJson(bytes, limits);
  if (!parsed.ok) throw new DocumentFault(`is not valid: ${parsed.reason}`);
  return parsed.value;
}

function parseYaml(bytes: Uint8Array): unknown {
  if (bytes.byteLength > maxDocumentBytes) throw new DocumentFault(`has more than ${maxDocumentBytes} bytes`);
  const document = parseYamlDocument(decode(bytes), {
    schema: 'core',
    uniqueKeys: true,
    strict: true,
    merge: true,
    prettyErrors: true,
    logLevel: 'silent',
  });
  const [error] = [...document.errors, ...document.warnings];
  // The text itself is not quoted: a file that is no document may hold anything.
  if (error !== undefined) {
    const [at] = error.linePos ?? [];
    const where = at === undefined ? '' : ` (line ${at.line}, column ${at.col})`;
    throw new DocumentFault(`is not valid YAML: ${error.code.toLowerCase().replaceAll('_', ' ')}${where}`);
  }
  try {
    // By way of JSON: plain objects whose members are own ones whatever they are called, and no shared or endless parts.
    return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 1000 }) ?? null)) as unknown;
  } catch (cause) {
    if (cause instanceof ReferenceError || cause instanceof TypeError || cause instanceof RangeError) {
      throw new DocumentFault('is not valid YAML: its aliases are endless or too many', { cause });
    }
    throw cause;
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new DocumentFault('is not valid UTF-8', { cause });
  }
}
