import { isObject, listOf, member } from '../document/json.js';
import type { JsonSchema } from '../plan.js';

/** What the styles tell apart. */
export type Kind = 'primitive' | 'array' | 'object';

export type Kinds = ReadonlySet<Kind>;

const all: Kinds = new Set(['primitive', 'array', 'object']);
const deepest = 16;

export const kindOf = (value: unknown): Kind =>
  Array.isArray(value) ? 'array' : isObject(value) ? 'object' : 'primitive';

const kindOfType = (type: unknown): Kind => (type === 'array' || type === 'object' ? type : 'primitive');

/** The kinds of value a schema may allow; everything where it does not say. `defs`: the schemas its references name. */
export function schemaKinds(schema: unknown, defs: JsonSchema, depth = 0): Kinds {
  if (!isObject(schema) || depth > deepest) return all;
  const inside = (one: unknown): Kinds => schemaKinds(one, defs, depth + 1);
  const type = member(schema, 'type');
  const reference = member(schema, '$ref');
  const found: Kinds[] = [
    ...(type === undefined
      ? []
      : [
          new Set(
            [type]
              .flat()
              .filter((one) => one !== 'null')
              .map(kindOfType),
          ),
        ]),
    ...(Array.isArray(schema['enum']) ? [new Set(schema['enum'].map(kindOf))] : []),
    ...(typeof reference === 'string' ? [inside(defs[reference.replace('#/$defs/', '')])] : []),
    ...listOf(schema['allOf']).map(inside),
    ...['anyOf', 'oneOf'].flatMap((keyword) =>
      Array.isArray(schema[keyword]) ? [new Set(listOf(schema[keyword]).flatMap((one) => [...inside(one)]))] : [],
    ),
  ];
  if (found.length === 0) return impliedKinds(schema);
  return found.reduce((one, other) => new Set([...one].filter((kind) => other.has(kind))));
}

function impliedKinds(schema: JsonSchema): Kinds {
  if (Object.hasOwn(schema, 'properties')) return new Set(['object']);
  return Object.hasOwn(schema, 'items') ? new Set(['array']) : all;
}

/** A schema behind its references, for a look at its own members. */
export function schemaBehind(schema: unknown, defs: JsonSchema): JsonSchema {
  let at = schema;
  for (let hops = 0; hops < deepest && isObject(at) && typeof at['$ref'] === 'string'; hops += 1) {
    at = defs[at['$ref'].replace('#/$defs/', '')];
  }
  return isObject(at) ? at : {};
}
