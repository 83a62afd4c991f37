import { isJsonObject, type JsonObject } from '../json-object.js';
import { pointer } from '../json/pointer.js';
import { placeOfFragment } from './schema-walk.js';

/** What finding out needs of the compiled schema; places are pointers into it, the root's is empty. */
export interface SchemaAccess {
  readonly schemaAt: (place: string) => unknown;
  /** Whether the schema at a place takes a value. */
  readonly accepts: (place: string, value: unknown) => boolean;
  readonly matches: (pattern: string, name: string) => boolean;
  /** Counts work that no compiled schema counts. */
  readonly count: (steps: number) => void;
}

/** Members of an object by name, or items of an array by index, that a schema has looked at. */
export interface EvaluatedParts {
  all: boolean;
  readonly keys: Set<string>;
}

export type Parts = JsonObject | readonly unknown[];

/**
 * The parts of a value that the schema at a place looks at with anything but its own `unevaluated…` keywords: also
 * through its references and those of its branches that take the value (JSON Schema 2020-12, core 11).
 */
export function evaluatedParts(place: string, value: Parts, access: SchemaAccess): EvaluatedParts {
  const found: EvaluatedParts = { all: false, keys: new Set() };
  const schema = access.schemaAt(place);
  if (isJsonObject(schema)) addParts({ place, schema, value }, access, found);
  return found;
}

interface Visit {
  readonly place: string;
  readonly schema: JsonObject;
  readonly value: Parts;
}

/** Finding a schema takes some forty steps, and a part one. */
const visitSteps = 40;

function addParts(visit: Visit, access: SchemaAccess, found: EvaluatedParts): void {
  access.count(visitSteps + Object.keys(visit.value).length);
  if (isArray(visit.value)) addItems({ ...visit, value: visit.value }, access, found);
  else addMembers({ ...visit, value: visit.value }, access, found);
  for (const place of branchesOf(visit, access)) {
    const schema = access.schemaAt(place);
    if (found.all || !isJsonObject(schema)) continue;
    if (has(schema, isArray(visit.value) ? 'unevaluatedItems' : 'unevaluatedProperties')) found.all = true;
    addParts({ place, schema, value: visit.value }, access, found);
  }
}

function addMembers(
  { schema, value }: Visit & { readonly value: JsonObject },
  { matches }: SchemaAccess,
  found: EvaluatedParts,
): void {
  if (has(schema, 'additionalProperties')) found.all = true;
  const properties = objectAt(schema, 'properties');
  const patterns = Object.keys(objectAt(schema, 'patternProperties'));
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(properties, name) || patterns.some((pattern) => matches(pattern, name))) found.keys.add(name);
  }
}

function addItems(
  { place, schema, value }: Visit & { readonly value: readonly unknown[] },
  { accepts }: SchemaAccess,
  found: EvaluatedParts,
): void {
  if (has(schema, 'items')) found.all = true;
  const first = Array.isArray(schema['prefixItems']) ? schema['prefixItems'].length : 0;
  value.forEach((item, index) => {
    if (index < first || (has(schema, 'contains') && accepts(`${place}/contains`, item))) {
      found.keys.add(String(index));
    }
  });
}

/** The places of the schemas that look at the same value and took it. */
function branchesOf({ place, schema, value }: Visit, { accepts }: SchemaAccess): readonly string[] {
  const listed = (keyword: string): readonly string[] =>
    Array.isArray(schema[keyword]) ? schema[keyword].map((_, index) => `${place}/${keyword}/${index}`) : [];
  const taken = [...listed('anyOf'), ...listed('oneOf')].filter((branch) => accepts(branch, value));
  const dependent = Object.keys(objectAt(schema, 'dependentSchemas')).filter((name) => Object.hasOwn(value, name));
  const reference = has(schema, '$ref') ? [placeOfFragment(String(schema['$ref']))] : [];
  return [
    ...reference,
    ...listed('allOf'),
    ...taken,
    ...conditionalBranches({ place, schema, value }, accepts),
    ...dependent.map((name) => `${place}${pointer(['dependentSchemas', name])}`),
  ];
}

function conditionalBranches({ place, schema, value }: Visit, accepts: SchemaAccess['accepts']): readonly string[] {
  if (!has(schema, 'if')) return [];
  const branches = accepts(`${place}/if`, value) ? ['if', 'then'] : ['else'];
  return branches.filter((keyword) => has(schema, keyword)).map((keyword) => `${place}/${keyword}`);
}

function has(schema: JsonObject, keyword: string): boolean {
  return Object.hasOwn(schema, keyword);
}

function objectAt(schema: JsonObject, keyword: string): JsonObject {
  const value = has(schema, keyword) ? schema[keyword] : undefined;
  return isJsonObject(value) ? value : {};
}

function isArray(value: Parts): value is readonly unknown[] {
  return Array.isArray(value);
}
