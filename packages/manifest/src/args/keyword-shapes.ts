/** What stands behind a keyword. The first six hold schemas; the others are checked and kept. */
export type KeywordShape =
  | 'schema'
  | 'schemas'
  | 'schemaMap'
  | 'patternMap'
  | 'schemaOrSchemas'
  | 'schemaOrNames'
  | 'any'
  | 'text'
  | 'pattern'
  | 'format'
  | 'flag'
  | 'number'
  | 'positive'
  | 'count'
  | 'list'
  | 'names'
  | 'namesMap'
  | 'types';

/** Keywords that draft-07 and 2020-12 share. */
const shared: readonly (readonly [string, KeywordShape])[] = [
  ['$schema', 'text'],
  ['$id', 'text'],
  ['$ref', 'text'],
  ['$comment', 'text'],
  ['$defs', 'schemaMap'],
  ['definitions', 'schemaMap'],
  ['title', 'text'],
  ['description', 'text'],
  ['default', 'any'],
  ['examples', 'list'],
  ['readOnly', 'flag'],
  ['writeOnly', 'flag'],
  ['deprecated', 'flag'],
  ['type', 'types'],
  ['enum', 'list'],
  ['const', 'any'],
  ['multipleOf', 'positive'],
  ['maximum', 'number'],
  ['minimum', 'number'],
  ['exclusiveMaximum', 'number'],
  ['exclusiveMinimum', 'number'],
  ['maxLength', 'count'],
  ['minLength', 'count'],
  ['pattern', 'pattern'],
  ['format', 'format'],
  ['contentEncoding', 'text'],
  ['contentMediaType', 'text'],
  ['maxItems', 'count'],
  ['minItems', 'count'],
  ['uniqueItems', 'flag'],
  ['contains', 'schema'],
  ['maxProperties', 'count'],
  ['minProperties', 'count'],
  ['required', 'names'],
  ['properties', 'schemaMap'],
  ['patternProperties', 'patternMap'],
  ['additionalProperties', 'schema'],
  ['propertyNames', 'schema'],
  ['if', 'schema'],
  ['then', 'schema'],
  ['else', 'schema'],
  ['allOf', 'schemas'],
  ['anyOf', 'schemas'],
  ['oneOf', 'schemas'],
  ['not', 'schema'],
];

/** JSON Schema draft-07 (profile P4). */
export const draft07: ReadonlyMap<string, KeywordShape> = new Map([
  ...shared,
  ['items', 'schemaOrSchemas'],
  ['additionalItems', 'schema'],
  ['dependencies', 'schemaOrNames'],
]);

/** JSON Schema 2020-12 (profile P4), without the keywords that only meta-schemas need. */
export const draft2020: ReadonlyMap<string, KeywordShape> = new Map([
  ...shared,
  ['$anchor', 'text'],
  ['items', 'schema'],
  ['prefixItems', 'schemas'],
  ['maxContains', 'count'],
  ['minContains', 'count'],
  ['dependentRequired', 'namesMap'],
  ['dependentSchemas', 'schemaMap'],
  ['unevaluatedItems', 'schema'],
  ['unevaluatedProperties', 'schema'],
  ['contentSchema', 'schema'],
]);
