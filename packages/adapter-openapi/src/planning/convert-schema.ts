import { DocumentFault } from '../document/document-fault.js';
import { isObject, listOf, objectOf, shown, type JsonObject } from '../document/json.js';
import { targetOf, type Place } from '../document/reference.js';
import type { JsonSchema } from '../plan.js';
import { copiedKeyword } from './copied-keyword.js';
import { nameOf, type SchemaScope } from './schema-scope.js';

type Converted = JsonSchema | boolean;

const single = new Set(['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalProperties']);
const singleOf31 = new Set(['unevaluatedItems', 'unevaluatedProperties']);
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const maps = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/**
 * A Schema Object as JSON Schema 2020-12: what a document's version says otherwise is said anew, a reference becomes
 * one into `$defs` of the scope, so that cycles stay and nothing that is not reached is carried. Throws
 * {@link DocumentFault}.
 */
export function convertSchema(scope: SchemaScope, place: Place): Converted {
  const { value, file } = place;
  if (typeof value === 'boolean' && scope.document.version === '3.1') return value;
  if (!isObject(value)) throw new DocumentFault('a schema must be an object');
  if (Object.hasOwn(value, '$ref')) return convertReference(scope, place);
  if (Object.hasOwn(value, '$dynamicRef')) throw new DocumentFault('a schema uses $dynamicRef, which is not supported');
  const members = Object.entries(value).flatMap(([keyword, written]): [string, unknown][] => {
    const converted = convertKeyword(scope, keyword, { value: written, file });
    return converted === undefined ? [] : [[keyword, converted]];
  });
  return said(scope, place, Object.fromEntries(members));
}

function convertReference(scope: SchemaScope, place: Place): Converted {
  const target = targetOf(scope.document, place);
  const known = scope.names.get(target.id);
  const name = known ?? nameOf(scope, target.id);
  if (known === undefined) {
    scope.defs[name] = true;
    scope.defs[name] = convertSchema(scope, target);
  }
  const reference = { $ref: `#/$defs/${name}` };
  if (scope.document.version !== '3.1') return reference;
  const siblings = Object.fromEntries(Object.entries(objectOf(place.value)).filter(([key]) => key !== '$ref'));
  const rest = convertSchema(scope, { value: siblings, file: place.file });
  return { ...objectOf(rest), ...reference };
}

function convertKeyword(scope: SchemaScope, keyword: string, place: Place): unknown {
  const { value, file } = place;
  const inside = (one: unknown): Converted => convertSchema(scope, { value: one, file });
  const is31 = scope.document.version === '3.1';
  if (keyword === 'items') return Array.isArray(value) ? undefined : inside(value);
  if (keyword === 'additionalProperties' && typeof value === 'boolean') return value;
  if (single.has(keyword) || (is31 && singleOf31.has(keyword))) return inside(value);
  if (lists.has(keyword)) return Array.isArray(value) && value.length > 0 ? value.map(inside) : undefined;
  if (maps.has(keyword)) {
    return Object.fromEntries(Object.entries(objectOf(value)).map(([name, one]) => [name, inside(one)]));
  }
  return copiedKeyword(scope, keyword, value);
}

/** What the versions before 3.1, and the direction of the value, say in words of their own. */
function said(scope: SchemaScope, { value, file }: Place, converted: Record<string, unknown>): JsonSchema {
  const written = objectOf(value);
  if (Array.isArray(written['items'])) {
    converted['prefixItems'] = written['items'].map((one) => convertSchema(scope, { value: one, file }));
  }
  if (scope.use === 'request') dropResponseOnly(written, converted);
  if (scope.document.version === '3.1') return converted;
  if (written['type'] === 'file') throw new DocumentFault('a schema of type file is not supported');
  exclusiveBounds(written, converted);
  const nullable = written['nullable'] ?? written['x-nullable'];
  return nullable === true ? orNull(converted) : converted;
}

function exclusiveBounds(written: JsonObject, converted: Record<string, unknown>): void {
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof written[flag] !== 'boolean') continue;
    if (written[flag] && typeof converted[bound] === 'number') {
      converted[flag] = converted[bound];
      Reflect.deleteProperty(converted, bound);
    }
  }
}

/** Without a `type` the specification gives `nullable` no meaning; documents write it so beside an `allOf` all the same. */
function orNull(converted: Record<string, unknown>): JsonSchema {
  if (typeof converted['type'] === 'string') return { ...converted, type: [converted['type'], 'null'] };
  const composed = ['allOf', 'anyOf', 'oneOf'].some((keyword) => Object.hasOwn(converted, keyword));
  return composed ? { anyOf: [converted, { type: 'null' }] } : converted;
}

/** `readOnly` members are a response's: a request need not have them. */
function dropResponseOnly(written: JsonObject, converted: Record<string, unknown>): void {
  if (converted['required'] === undefined) return;
  const properties = objectOf(written['properties']);
  const required = listOf(converted['required']).filter(
    (name) => !(typeof name === 'string' && objectOf(ownOf(properties, name))['readOnly'] === true),
  );
  converted['required'] = required;
}

const ownOf = (properties: JsonObject, name: string): unknown =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

/** The members of a converted schema, where it is not just `true` or `false`. */
export function schemaObject(schema: Converted, subject: string): JsonSchema {
  if (schema === false) throw new DocumentFault(`${shown(subject)} allows no value at all`);
  return schema === true ? {} : schema;
}
