import { sample } from 'openapi-sampler';
import { DocumentFault } from '../document/document-fault.js';
import { isObject, member, objectOf, textOf } from '../document/json.js';
import type { FoundOperation } from '../document/operations.js';
import { follow, type Place } from '../document/reference.js';
import { convertSchema } from './convert-schema.js';
import { schemaScope } from './schema-scope.js';
import type { OpenApiDocument } from '../document/parse-document.js';

/** What an operation answers, as far as a plan needs it. */
export interface PlannedAnswer {
  readonly accept: string;
  /** JSON text. */
  readonly mock: string;
}

const largestMock = 64 * 1024;
const isJson = (type: string): boolean => /^application\/(?:[^/;]+\+)?json\b/i.test(type.trim());

/**
 * The media types an operation answers with, JSON first, and the answer of a mock Binding: the document's example, else
 * a sample of its schema, else `null` (profile P7).
 */
export function planAnswer(document: OpenApiDocument, { operation }: FoundOperation): PlannedAnswer {
  const answers = successesOf(document, operation);
  const types = answers.flatMap((answer) => typesOf(document, operation, answer));
  const accepted = [...new Set([...types.filter(isJson), ...types])].filter((type) =>
    /^[\x21-\x7e ]{1,100}$/.test(type),
  );
  const [first] = answers;
  return {
    accept: accepted.slice(0, 8).join(', ') || '*/*',
    mock: first === undefined ? 'null' : mockOf(document, first),
  };
}

/** The answers of success, the lowest status first. One whose reference leads nowhere says nothing about requests. */
function successesOf(document: OpenApiDocument, { value, file }: Place): readonly Place[] {
  return Object.entries(objectOf(member(value, 'responses')))
    .filter(([status]) => /^(?:2\d\d|2XX|default)$/i.test(status))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, written]) => {
      try {
        return [follow(document, { value: written, file })];
      } catch (error) {
        if (error instanceof DocumentFault) return [];
        throw error;
      }
    });
}

function typesOf(document: OpenApiDocument, operation: Place, answer: Place): readonly string[] {
  if (document.version !== '2.0') return Object.keys(objectOf(member(answer.value, 'content')));
  const produces = member(operation.value, 'produces') ?? member(document.root, 'produces');
  return Array.isArray(produces) ? produces.filter((type) => typeof type === 'string') : [];
}

interface Answer {
  readonly type: string;
  readonly example: unknown;
  readonly schema: Place | undefined;
}

function mockOf(document: OpenApiDocument, answer: Place): string {
  try {
    return exampleOf(document, answer);
  } catch {
    return 'null'; // What no sample can be made of is no reason against the operation.
  }
}

function exampleOf(document: OpenApiDocument, answer: Place): string {
  const found = document.version === '2.0' ? swaggerAnswer(answer) : contentAnswer(document, answer);
  if (found === undefined) return 'null';
  const value = found.example ?? sampled(document, found);
  const text = JSON.stringify(value ?? null);
  return text.length > largestMock ? 'null' : text;
}

function contentAnswer(document: OpenApiDocument, { value, file }: Place): Answer | undefined {
  const content = objectOf(member(value, 'content'));
  const types = Object.keys(content);
  const type = types.find(isJson) ?? types[0];
  if (type === undefined) return undefined;
  const [named] = Object.values(objectOf(member(content[type], 'examples')));
  const example = isObject(named) ? member(follow(document, { value: named, file }).value, 'value') : undefined;
  return {
    type,
    example: member(content[type], 'example') ?? example,
    schema: placeOf(member(content[type], 'schema'), file),
  };
}

function swaggerAnswer({ value, file }: Place): Answer | undefined {
  const schema = placeOf(member(value, 'schema'), file);
  const examples = objectOf(member(value, 'examples'));
  const type = Object.keys(examples).find(isJson) ?? Object.keys(examples)[0] ?? 'application/json';
  return schema === undefined && Object.keys(examples).length === 0
    ? undefined
    : { type, example: examples[type], schema };
}

const placeOf = (value: unknown, file: string): Place | undefined => (isObject(value) ? { value, file } : undefined);

function sampled(document: OpenApiDocument, { type, schema }: Answer): unknown {
  if (schema === undefined) return null;
  const scope = schemaScope(document, 'sample');
  const converted = convertSchema(scope, schema);
  if (!isObject(converted)) return null;
  const value = sample(converted, { skipWriteOnly: true, quiet: true, maxSampleDepth: 6 }, { $defs: scope.defs });
  return isJson(type) || textOf(value) !== undefined ? value : null;
}
