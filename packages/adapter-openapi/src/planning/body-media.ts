import { DocumentFault } from '../document/document-fault.js';
import { isObject, listOf, member, objectOf, shown, textOf } from '../document/json.js';
import type { FoundOperation } from '../document/operations.js';
import type { OpenApiDocument } from '../document/parse-document.js';
import { follow, type Place } from '../document/reference.js';
import type { BodyKind } from '../plan.js';
import type { DeclaredParameter } from './declared-parameters.js';

/** The one form of a request body that is offered. */
export interface BodyMedia {
  readonly kind: BodyKind;
  readonly mediaType: string;
  readonly required: boolean;
  readonly schema: Place;
  readonly description: unknown;
  /** The document's `encoding`, by member. */
  readonly encoding: Place;
}

const preference: readonly BodyKind[] = ['json', 'form', 'multipart', 'text', 'binary'];

/** The body an operation declares, in the form that carries arguments best; `undefined` without one. Throws {@link DocumentFault}. */
export function bodyMedia(
  document: OpenApiDocument,
  found: FoundOperation,
  declared: readonly DeclaredParameter[],
): BodyMedia | undefined {
  return document.version === '2.0' ? swaggerMedia(document, found, declared) : requestBody(document, found);
}

function requestBody(document: OpenApiDocument, { operation }: FoundOperation): BodyMedia | undefined {
  const written = member(operation.value, 'requestBody');
  if (written === undefined) return undefined;
  const { value: body, file } = follow(document, { value: written, file: operation.file });
  const content = objectOf(member(body, 'content'));
  const { mediaType, kind } = choose(Object.keys(content), (type) =>
    isText(document, { value: member(content[type], 'schema'), file }),
  );
  const media = objectOf(content[mediaType]);
  return {
    kind,
    mediaType: sentType(mediaType, kind),
    required: member(body, 'required') === true,
    schema: { value: member(media, 'schema') ?? {}, file },
    description: member(body, 'description'),
    encoding: { value: objectOf(member(media, 'encoding')), file },
  };
}

function isText(document: OpenApiDocument, schema: Place): boolean {
  return schema.value !== undefined && member(follow(document, schema).value, 'type') === 'string';
}

interface Choice {
  readonly mediaType: string;
  readonly kind: BodyKind;
}

function choose(types: readonly string[], holdsText: (type: string) => boolean): Choice {
  const known = types.flatMap((mediaType): readonly Choice[] => {
    const kind = kindOf(mediaType, holdsText(mediaType));
    return kind === undefined ? [] : [{ mediaType, kind }];
  });
  const [best] = preference.flatMap((kind) => known.filter((one) => one.kind === kind));
  if (best === undefined) {
    throw new DocumentFault(
      `the request body is ${types.length === 0 ? 'of no type' : types.map(shown).join(' or ')}, which is not supported`,
    );
  }
  return best;
}

function kindOf(mediaType: string, holdsText: boolean): BodyKind | undefined {
  const essence = mediaType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/^application\/(?:[^/]+\+)?json$/.test(essence)) return 'json';
  if (essence === 'application/x-www-form-urlencoded') return 'form';
  if (essence === 'multipart/form-data') return 'multipart';
  if (/[/+]xml$/.test(essence) || essence.startsWith('multipart/')) return undefined;
  if (essence === '*/*' || essence === 'application/*') return holdsText ? 'binary' : 'json';
  if (essence.startsWith('text/')) return holdsText ? 'text' : undefined;
  return holdsText || essence === 'application/octet-stream' ? 'binary' : undefined;
}

/** A range names no type that could be sent. */
function sentType(mediaType: string, kind: BodyKind): string {
  if (!mediaType.includes('*')) {
    if (/[\r\n]|[^\t\x20-\x7e]/.test(mediaType)) throw new DocumentFault(`${shown(mediaType)} is no media type`);
    return mediaType;
  }
  return kind === 'json' ? 'application/json' : kind === 'text' ? 'text/plain' : 'application/octet-stream';
}

function swaggerMedia(
  document: OpenApiDocument,
  { operation }: FoundOperation,
  declared: readonly DeclaredParameter[],
): BodyMedia | undefined {
  const body = declared.find((one) => one.in === 'body');
  const fields = declared.filter((one) => one.in === 'formData');
  if (body === undefined && fields.length === 0) return undefined;
  if (body !== undefined && fields.length > 0) throw new DocumentFault('has both a body and formData');
  const consumes = [operation.value, document.root]
    .map((holder) => listOf(member(holder, 'consumes')).filter((type) => typeof type === 'string'))
    .find((list) => list.length > 0);
  if (body === undefined) return formMedia(fields, consumes ?? []);
  const schema = { value: member(body.value, 'schema') ?? {}, file: body.file };
  const { mediaType, kind } = choose(consumes ?? ['application/json'], () => isText(document, schema));
  return {
    kind,
    mediaType: sentType(mediaType, kind),
    required: member(body.value, 'required') === true,
    schema,
    description: member(body.value, 'description'),
    encoding: { value: {}, file: body.file },
  };
}

/** `formData` parameters as one object, each with the form its `collectionFormat` says. */
function formMedia(fields: readonly DeclaredParameter[], consumes: readonly string[]): BodyMedia {
  const kind = consumes.includes('multipart/form-data') && !consumes.includes('application/x-www-form-urlencoded');
  const required = fields.filter(({ value }) => member(value, 'required') === true).map(({ name }) => name);
  const properties = fields.map(({ name, value }): [string, unknown] => [
    name,
    Object.fromEntries(Object.entries(value).filter(([key]) => !['in', 'name', 'required'].includes(key))),
  ]);
  const encoding = fields.flatMap(({ name, value }): [string, unknown][] =>
    member(value, 'type') === 'array' ? [[name, collectionEncoding(member(value, 'collectionFormat'))]] : [],
  );
  const file = fields[0]?.file ?? '';
  return {
    kind: kind ? 'multipart' : 'form',
    mediaType: kind ? 'multipart/form-data' : 'application/x-www-form-urlencoded',
    required: required.length > 0,
    schema: { value: { type: 'object', properties: Object.fromEntries(properties), required }, file },
    description: undefined,
    encoding: { value: kind ? {} : Object.fromEntries(encoding), file },
  };
}

function collectionEncoding(format: unknown): unknown {
  const styles = new Map<unknown, readonly [string, boolean]>([
    [undefined, ['form', false]],
    ['csv', ['form', false]],
    ['ssv', ['spaceDelimited', false]],
    ['pipes', ['pipeDelimited', false]],
    ['multi', ['form', true]],
  ]);
  const known = styles.get(format);
  if (known === undefined)
    throw new DocumentFault(`collectionFormat ${shown(textOf(format) ?? '')} is not supported in a form`);
  return { style: known[0], explode: known[1] };
}

/** Whether a schema stands for the bytes of a file, which no argument can carry inside a form. */
export function isFile(document: OpenApiDocument, place: Place, depth = 0): boolean {
  const { value, file } = follow(document, place);
  if (!isObject(value) || depth > 8) return false;
  const type = member(value, 'type');
  if (type === 'file' || member(value, 'format') === 'binary') return true;
  const media = textOf(member(value, 'contentMediaType'));
  const isBare = media !== undefined && member(value, 'contentEncoding') === undefined;
  if (isBare && !/^(?:text\/|application\/(?:[^/]+\+)?json)/.test(media)) return true;
  const inside = [
    member(value, 'items'),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => listOf(member(value, keyword))),
  ];
  return inside.some((one) => isObject(one) && isFile(document, { value: one, file }, depth + 1));
}
