import { describe, expect, it } from 'vitest';
import { checkArgsSchema } from '../../src/args-schema.js';

const nested = (depth: number): object => (depth === 0 ? {} : { not: nested(depth - 1) });
const at = (schema: unknown): string[] => checkArgsSchema(schema).map(({ pointer, reason }) => `${pointer} ${reason}`);
const draft07 = 'http://json-schema.org/draft-07/schema#';

describe('checkArgsSchema', () => {
  it.each([
    true,
    false,
    {},
    { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'https://a.example/s', type: 'object' },
    { $schema: draft07, $id: 'https://a.example/s#', definitions: { a: true }, items: [{}], additionalItems: false },
    { $schema: draft07, dependencies: { a: ['b'], c: { required: ['d'] } } },
    { $schema: draft07, $ref: '#/definitions/a', title: 't', 'x-a': 1, definitions: { a: { type: 'object' } } },
    { $ref: '#/$defs/a', maxProperties: 1, $defs: { a: {} } },
    { $defs: { a: { $anchor: 'x' } }, properties: { a: { $ref: '#/$defs/a' }, b: { $ref: '#x' } } },
    { $id: 'https://a.example/s', properties: { a: { $ref: 'https://a.example/s#/$defs/b' } }, $defs: { b: true } },
    { $defs: { 'a/b ~%': {} }, properties: { a: { $ref: '#/$defs/a~1b%20~0%25' } } },
    { 'x-ui': { min: 1 }, properties: { a: { 'x-order': 1, format: 'int64' }, 'x-min': { type: 'string' } } },
    { properties: { next: { $ref: '#' } } },
    { properties: { min: {}, $ref: { type: 'string' }, allOf: {} }, title: 't', examples: [1], deprecated: true },
    {
      const: { min: 1, $ref: 'https://a.example', $id: 'x', $anchor: 'y' },
      enum: [{ $anchor: 'y' }],
      default: { $id: 'z' },
    },
    {
      unevaluatedProperties: false,
      dependentRequired: { a: ['b'] },
      dependentSchemas: { a: true },
      prefixItems: [true],
    },
    { anyOf: [{ const: null }], contains: {}, minContains: 0, contentMediaType: 'text/plain', contentSchema: {} },
    ...['int32', 'float', 'double', 'byte', 'binary', 'password', 'date-time', 'email', 'uri-reference'].map(
      (format) => ({ format }),
    ),
    nested(64),
  ])('takes %j', (schema) => {
    expect(at(schema)).toEqual([]);
  });

  it.each<readonly [unknown, string]>([
    [
      { properties: { a: { min: 3 } } },
      '/properties/a/min is no keyword of JSON Schema 2020-12; correct its name, or start it with "x-"',
    ],
    [{ nullable: true, type: 'string' }, '/nullable is no keyword'],
    [{ $async: true }, '/$async is no keyword'],
    [{ id: 'a' }, '/id is no keyword'],
    [{ $dynamicRef: '#' }, '/$dynamicRef is no keyword'],
    [{ discriminator: {} }, '/discriminator is no keyword'],
    [JSON.parse('{"__proto__":{"type":"string"}}'), '/__proto__ is no keyword'],
    [{ constructor: 1 }, '/constructor is no keyword'],
    [{ $schema: draft07, prefixItems: [] }, '/prefixItems is no keyword of JSON Schema draft-07'],
    [{ additionalItems: true }, '/additionalItems is no keyword of JSON Schema 2020-12'],
    [{ $schema: 'https://json-schema.org/draft/2019-09/schema' }, '/$schema must name JSON Schema 2020-12 or draft-07'],
    [{ $schema: 1 }, '/$schema must name'],
    [{ properties: { a: { $schema: draft07 } } }, '/properties/a/$schema may stand at the root only'],
    [{ properties: { a: { $id: 'b' } } }, '/properties/a/$id may stand at the root only'],
    [{ $ref: 'https://a.example/s' }, '/$ref must name a schema inside this one, such as "#/$defs/name"'],
    [{ $ref: 'other.json#/a' }, '/$ref must name a schema inside'],
    [{ $ref: '#/$defs/a' }, '/$ref must name a schema inside'],
    [{ $ref: '#/const', const: { min: 1 } }, '/$ref must name a schema inside'],
    [{ $ref: '#/x-a', 'x-a': { min: 1 } }, '/$ref must name a schema inside'],
    [{ $ref: '#/properties', properties: {} }, '/$ref must name a schema inside'],
    [{ $ref: '#/properties/constructor', properties: {} }, '/$ref must name a schema inside'],
    [
      { $schema: draft07, properties: { a: { $ref: '#/definitions/b', maxLength: 3 } }, definitions: { b: true } },
      '/properties/a/maxLength stands beside a $ref, where draft-07 ignores it; put both into an allOf',
    ],
    [
      { $schema: draft07, $ref: '#/definitions/b', type: 'object', definitions: { b: true } },
      '/type stands beside a $ref',
    ],
    [{ $ref: '#%' }, '/$ref must name a schema inside'],
    [{ $ref: 1 }, '/$ref must be a string'],
    [{ $ref: '#' }, '/$ref refers to itself without end'],
    [{ allOf: [{ $ref: '#' }] }, '/allOf/0/$ref refers to itself without end'],
    [
      { properties: { a: { anyOf: [{ $ref: '#/properties/a' }] } } },
      '/properties/a/anyOf/0/$ref refers to itself without end',
    ],
    [
      { $defs: { a: { $ref: '#/$defs/b' }, b: { not: { $ref: '#/$defs/a' } } } },
      '/$defs/a/$ref refers to itself without end',
    ],
    [
      { $anchor: 'a', properties: { b: { $anchor: 'a' } } },
      '/properties/b/$anchor is the anchor of another schema too',
    ],
    [{ $anchor: 'a b' }, '/$anchor must be a plain name'],
    [{ format: 'emial' }, '/format is a format that is not known'],
    [{ pattern: '(?=a)' }, '/pattern uses look-ahead or look-behind'],
    [{ pattern: 1 }, '/pattern must be a string'],
    [{ patternProperties: { '(a)\\1': {} } }, '/patternProperties/(a)\\1 is a pattern that uses back-references'],
    [{ type: 'sting' }, '/type must be a type name'],
    [{ type: [] }, '/type must be a type name'],
    [{ type: ['string', 'string'] }, '/type must be a type name'],
    [{ enum: 'a' }, '/enum must be an array'],
    [{ required: 'a' }, '/required must be an array of different strings'],
    [{ required: ['a', 'a'] }, '/required must be an array of different strings'],
    [{ minLength: '5' }, '/minLength must be an integer of at least 0'],
    [{ maxItems: -1 }, '/maxItems must be an integer of at least 0'],
    [{ minimum: '1' }, '/minimum must be a number'],
    [{ multipleOf: 0 }, '/multipleOf must be a number greater than 0'],
    [{ uniqueItems: 1 }, '/uniqueItems must be true or false'],
    [{ properties: [] }, '/properties must be an object'],
    [{ properties: { a: 1 } }, '/properties/a must be a schema: an object, true or false'],
    [{ additionalProperties: null }, '/additionalProperties must be a schema'],
    [{ anyOf: [] }, '/anyOf must be an array of at least one schema'],
    [{ items: [{}] }, '/items must be a schema'],
    [{ dependentRequired: { a: 'b' } }, '/dependentRequired/a must be an array of different strings'],
    [
      JSON.parse('{"dependentRequired":{"__proto__":["a"]}}'),
      '/dependentRequired names "__proto__", which cannot be enforced there',
    ],
    [[], '/ must be a schema: an object, true or false'],
    ['a', '/ must be a schema: an object, true or false'],
    [null, '/ must be a schema: an object, true or false'],
    [undefined, '/ must be JSON'],
    [nested(65), '/not/not/not/not is nested deeper than 64 levels'],
  ])('refuses %j', (schema, expected) => {
    expect(at(schema)[0]).toContain(expected);
  });

  it('refuses a schema of more than 131072 characters', () => {
    const schema = (length: number): object => ({ enum: ['a'.repeat(length - 13)] });
    expect(at(schema(131_072))).toEqual([]);
    expect(at(schema(131_073))).toEqual(['/ has 131073 characters of JSON, more than the 131072 allowed']);
  });

  it('refuses what is no JSON at all', () => {
    expect(at(1n)).toEqual(['/ must be JSON']);
  });

  it('reports every fault', () => {
    expect(at({ min: 1, properties: { a: { max: 2, $ref: '#/nowhere' } } })).toHaveLength(3);
  });

  it('gives packs that use the same $id schemas of their own, also after a change', () => {
    const first = { $id: 'https://a.example/same', properties: { a: { type: 'string' } } };
    const second = { $id: 'https://a.example/same', properties: { a: { type: 'number' } } };
    for (const schema of [first, second, first, { $id: 'https://json-schema.org/draft/2020-12/schema' }]) {
      expect(at(schema)).toEqual([]);
    }
  });
});
