import { posix } from 'node:path';
import { DocumentFault } from './document-fault.js';
import { isObject, member, shown } from './json.js';
import { parseText, type OpenApiDocument } from './parse-document.js';

/** A value of a document and the file it stands in. */
export interface Place {
  readonly value: unknown;
  readonly file: string;
}

/** Where a reference leads: the value there, and one name for that place however it is referred to. */
export interface Target extends Place {
  readonly id: string;
}

const mostHops = 32;

/** Follows `$ref` until there is none (hardening 34: inside the document and the pack only). Throws {@link DocumentFault}. */
export function follow(document: OpenApiDocument, place: Place): Place {
  let at = place;
  for (let hops = 0; isObject(at.value) && Object.hasOwn(at.value, '$ref'); hops += 1) {
    if (hops === mostHops) throw new DocumentFault(`$ref ${shown(String(at.value['$ref']))} leads to itself`);
    at = targetOf(document, at);
  }
  return at;
}

/** Where the `$ref` of a value leads; one step. */
export function targetOf(document: OpenApiDocument, { value, file }: Place): Target {
  const reference = member(value, '$ref');
  if (typeof reference !== 'string') throw new DocumentFault('a $ref must be a string');
  const hash = reference.indexOf('#');
  const location = hash === -1 ? reference : reference.slice(0, hash);
  const fragment = hash === -1 ? '' : reference.slice(hash + 1);
  const target = location === '' ? file : fileOf(document, location, { reference, file });
  return { value: valueAt(partOf(document, target), fragment, reference), file: target, id: `${target}#${fragment}` };
}

interface Origin {
  readonly reference: string;
  readonly file: string;
}

function fileOf({ readPart }: OpenApiDocument, location: string, { reference, file }: Origin): string {
  if (/^(?:[a-z][a-z0-9+.-]*:|[/\\])/i.test(location)) {
    throw new DocumentFault(`$ref ${shown(reference)} leaves the document; put what it names into the pack`);
  }
  if (readPart === undefined) {
    throw new DocumentFault(`$ref ${shown(reference)} names another file; a document from a url must hold everything`);
  }
  const path = posix.normalize(posix.join(posix.dirname(file), decodeFragment(location, reference)));
  if (path === '..' || path.startsWith('../') || path.includes('\0')) {
    throw new DocumentFault(`$ref ${shown(reference)} leads out of the pack; put what it names into the pack`);
  }
  return path;
}

function partOf({ parts, readPart }: OpenApiDocument, file: string): unknown {
  if (parts.has(file)) return parts.get(file);
  if (readPart === undefined) throw new DocumentFault(`${shown(file)} cannot be read`);
  const value = parseText(file, readPart(file));
  parts.set(file, value);
  return value;
}

function valueAt(root: unknown, fragment: string, reference: string): unknown {
  const pointer = decodeFragment(fragment, reference);
  if (pointer !== '' && !pointer.startsWith('/')) {
    throw new DocumentFault(`$ref ${shown(reference)} names an anchor; use a path such as #/components/schemas/Name`);
  }
  let value = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const found = Array.isArray(value)
      ? /^\d+$/.test(key)
        ? (value as unknown[])[Number(key)]
        : undefined
      : member(value, key);
    if (found === undefined) throw new DocumentFault(`$ref ${shown(reference)} names nothing`);
    value = found;
  }
  return value;
}

function decodeFragment(text: string, reference: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new DocumentFault(`$ref ${shown(reference)} is not percent-encoded as it should be`, { cause });
  }
}
