import { canonicalText } from '../canonical-text.js';
import { isJsonObject, type JsonObject } from '../json-object.js';
import { isNames, keywordFault, patternFault } from './check-keyword.js';
import { countedVisit } from './counted-visit.js';
import type { KeywordShape } from './keyword-shapes.js';
import { connect, faulty, fragmentOf, placeOf, targetOf, type Path, type SchemaWalk } from './schema-walk.js';
import { replacedByUnevaluatedAt, unevaluatedAt } from './unevaluated-keyword.js';

interface KeywordUse {
  readonly keyword: string;
  readonly value: unknown;
  readonly path: Path;
}

const deepest = 64;
const rootOnly: ReadonlySet<string> = new Set(['$schema', '$id']);
const leftOut: ReadonlySet<string> = new Set([
  ...['$schema', '$id', '$anchor', '$comment', 'title', 'description', 'default', 'examples'],
  ...['readOnly', 'writeOnly', 'deprecated', 'contentEncoding', 'contentMediaType', 'contentSchema'],
]);

/** What draft-07 takes from beside a `$ref`: definitions it leads to, and words for people. */
const besideReference: ReadonlySet<string> = new Set(['$ref', '$defs', 'definitions', ...leftOut]);

/** Keywords whose schemas look at the same value as the schema they stand in. */
const sameValueKeywords: ReadonlySet<string> = new Set([
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'dependencies'],
]);

/** Copies one schema and those inside it; what is wrong goes to the walk's faults. */
export function copySchema(schema: unknown, path: Path, walk: SchemaWalk): JsonObject | boolean {
  if (path.length > deepest) return faulty(walk, path.slice(0, 4), `is nested deeper than ${deepest} levels`);
  const place = placeOf(path);
  walk.targets.set(place, place);
  if (typeof schema === 'boolean') return schema;
  if (!isJsonObject(schema)) return faulty(walk, path, 'must be a schema: an object, true or false');
  const members = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (keyword.startsWith('x-')) return [];
    const copied = copyKeyword({ keyword, value, path: [...path, keyword] }, walk);
    return leftOut.has(keyword) ? [] : [[keyword, copied]];
  });
  const copy = withPrototypeNames(Object.fromEntries(members), place);
  if (Object.keys(copy).length > 0) copy[countedVisit] = true;
  if (replacedByUnevaluatedAt.some((keyword) => Object.hasOwn(copy, keyword))) copy[unevaluatedAt] = place;
  copyReference(schema, path, { walk, copy });
  return copy;
}

function copyReference(
  schema: JsonObject,
  path: Path,
  { walk, copy }: { readonly walk: SchemaWalk; readonly copy: Record<string, unknown> },
): void {
  const reference = Object.hasOwn(schema, '$ref') ? schema['$ref'] : undefined;
  if (typeof reference !== 'string') return;
  walk.references.push({ path: [...path, '$ref'], target: targetOf(reference, walk.rootId), holder: copy });
  if (walk.dialect !== 'draft-07') return;
  for (const sibling of Object.keys(schema)) {
    if (besideReference.has(sibling) || sibling.startsWith('x-')) continue;
    faulty(walk, [...path, sibling], 'stands beside a $ref, where draft-07 ignores it; put both into an allOf');
  }
}

/**
 * The compiler passes over a property and a pattern called `__proto__`; another pattern that means the same name
 * or names leads to their schemas.
 */
function withPrototypeNames(schema: Record<string, unknown>, place: string): Record<string, unknown> {
  const passedOver = [['properties', '^__proto__$'] as const, ['patternProperties', '__proto__'] as const].filter(
    ([keyword]) => isJsonObject(schema[keyword]) && Object.hasOwn(schema[keyword], '__proto__'),
  );
  if (passedOver.length === 0) return schema;
  const patterns = new Map(
    isJsonObject(schema['patternProperties']) ? Object.entries(schema['patternProperties']) : [],
  );
  for (const [keyword, pattern] of passedOver) {
    let spelling = `(?:${pattern})`;
    while (patterns.has(spelling)) spelling = `(?:${spelling})`;
    patterns.set(spelling, { $ref: fragmentOf(`${place}/${keyword}/__proto__`) });
  }
  return { ...schema, patternProperties: Object.fromEntries(patterns) };
}

function copyKeyword({ keyword, value, path }: KeywordUse, walk: SchemaWalk): unknown {
  const shape = walk.keywords.get(keyword);
  if (shape === undefined) {
    return faulty(walk, path, `is no keyword of JSON Schema ${walk.dialect}; correct its name, or start it with "x-"`);
  }
  if (rootOnly.has(keyword) && path.length > 1) return faulty(walk, path, 'may stand at the root only');
  const fault = keywordFault(shape, value);
  if (fault !== undefined) return faulty(walk, path, fault);
  if (keyword === '$anchor') return declareAnchor(String(value), path, walk);
  // as texts, so that the compiler does not read the values as schemas
  if (keyword === 'const') return canonicalText(value);
  if (keyword === 'enum' && Array.isArray(value)) return value.map(canonicalText);
  return copyShape(shape, { keyword, value, path }, walk);
}

function copyShape(shape: KeywordShape, { keyword, value, path }: KeywordUse, walk: SchemaWalk): unknown {
  if (sameValueKeywords.has(keyword)) connectAll(value, path, walk);
  if (shape === 'schema') return copySchema(value, path, walk);
  if (shape === 'schemas' || shape === 'schemaOrSchemas') {
    return Array.isArray(value)
      ? value.map((one, index) => copySchema(one, [...path, index], walk))
      : copySchema(value, path, walk);
  }
  if (!isJsonObject(value) || shape === 'any') return value;
  if (keyword.startsWith('depend') && Object.hasOwn(value, '__proto__')) {
    return faulty(walk, path, 'names "__proto__", which cannot be enforced there');
  }
  const members = Object.entries(value);
  return Object.fromEntries(
    members.map(([name, one]) => [name, copyMember(shape, { keyword: name, value: one, path: [...path, name] }, walk)]),
  );
}

function connectAll(value: unknown, path: Path, walk: SchemaWalk): void {
  const holder = path.slice(0, -1);
  if (Array.isArray(value)) {
    value.forEach((_, index) => connect(walk, holder, placeOf([...path, index])));
  } else if (isJsonObject(value)) {
    const names = String(path.at(-1)).startsWith('depend') ? Object.keys(value) : [];
    for (const inner of [path, ...names.map((name) => [...path, name])]) connect(walk, holder, placeOf(inner));
  }
}

/** One member of `properties`, `patternProperties`, `$defs`, `dependencies` and the like. */
function copyMember(shape: KeywordShape, { keyword, value, path }: KeywordUse, walk: SchemaWalk): unknown {
  if (shape === 'namesMap' || (shape === 'schemaOrNames' && Array.isArray(value))) {
    return isNames(value) ? value : faulty(walk, path, 'must be an array of different strings');
  }
  const fault = shape === 'patternMap' ? patternFault(keyword) : undefined;
  return fault === undefined ? copySchema(value, path, walk) : faulty(walk, path, `is a pattern that ${fault}`);
}

function declareAnchor(anchor: string, path: Path, walk: SchemaWalk): unknown {
  const name = `#${anchor}`;
  if (!/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(anchor)) return faulty(walk, path, 'must be a plain name');
  if (walk.targets.has(name)) return faulty(walk, path, 'is the anchor of another schema too');
  walk.targets.set(name, placeOf(path.slice(0, -1)));
  return undefined;
}
