import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkArgsSchema, compileArgsSchema } from '../../src/args-schema.js';

const refusal = (schema: unknown, args: unknown): string => {
  const check = compileArgsSchema(schema)(args);
  return check.ok ? 'ok' : `${check.pointer} ${check.reason}`;
};
const property = (schema: unknown, value: unknown): string => refusal({ properties: { a: schema } }, { a: value });
const json = (text: string): unknown => JSON.parse(text) as unknown;

describe('compileArgsSchema', () => {
  it.each<readonly [unknown, unknown, string]>([
    [{ required: ['a'] }, {}, '/a is required'],
    [{ required: ['a/b~'] }, {}, '/a~1b~0 is required'],
    [{ additionalProperties: false }, { b: 1 }, '/b is not a known member; remove it or correct its name'],
    [
      { properties: { a: true }, unevaluatedProperties: false },
      { a: 1, b: 1 },
      '/b is not a known member; remove it or correct its name',
    ],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, '/b is required beside "a"'],
    [{ propertyNames: { maxLength: 1 } }, { 'a/b': 1 }, '/a~1b is a name that must have at most 1 character, not 3'],
    [{ type: 'object' }, [], '/ must be an object, not an array'],
    [{ minProperties: 1 }, {}, '/ must have at least 1 member, not 0'],
    [{ anyOf: [{ required: ['a'] }, { required: ['b'] }] }, {}, '/ has none of the allowed forms'],
    [{ oneOf: [true, true] }, {}, '/ must have exactly one of the allowed forms'],
    [{ not: {} }, {}, '/ has a form that is not allowed'],
    [{ if: { required: ['a'] }, then: { required: ['b'] } }, { a: 1 }, '/b is required'],
    [false, {}, '/ is not allowed'],
  ])('of %j refuses %j', (schema, args, expected) => {
    expect(refusal(schema, args)).toBe(expected);
  });

  it.each<readonly [unknown, unknown, string]>([
    [{ type: 'integer' }, '1', '/a must be an integer, not a string'],
    [{ type: 'integer' }, 1.5, '/a must be an integer, not a number'],
    [{ type: 'boolean' }, 'true', '/a must be a boolean, not a string'],
    [{ type: ['string', 'null'] }, 1, '/a must be a string or null, not a number'],
    [{ maxLength: 2 }, '💶💶💶', '/a must have at most 2 characters, not 3'],
    [{ minimum: 1 }, 0, '/a must be at least 1'],
    [{ exclusiveMaximum: 1 }, 1, '/a must be less than 1'],
    [{ pattern: '^a$' }, 'secret', '/a must match the pattern "^a$"'],
    [{ enum: ['x', 1] }, 'secret', '/a must be one of "x", 1'],
    [{ const: 'x' }, 'secret', '/a must be "x"'],
    [{ format: 'date' }, '2025-02-29', '/a must be in the format "date"'],
    [{ multipleOf: 0.01 }, 0.005, '/a must be a multiple of 0.01'],
    [{ uniqueItems: true }, [1, 1], '/a must not hold the same item twice'],
    [{ maxItems: 1 }, [1, 2], '/a must have at most 1 item, not 2'],
    [{ items: false, prefixItems: [true] }, [1, 2], '/a must have at most 1 item, not 2'],
    [{ items: { type: 'string' } }, ['a', 1], '/a/1 must be a string, not a number'],
    [{ contains: { const: 1 } }, [2], '/a must hold enough items of the kind its schema asks for'],
  ])('of a property %j refuses %j without quoting it', (schema, value, expected) => {
    expect(property(schema, value)).toBe(expected);
  });

  it('neither coerces, nor fills in defaults, nor removes anything', () => {
    const args = { a: '1', c: 1 };
    expect(refusal({ properties: { b: { default: 1 }, c: { type: 'integer', default: 2 } } }, args)).toBe('ok');
    expect(args).toEqual({ a: '1', c: 1 });
    expect(refusal({ required: ['b'], properties: { b: { default: 1 } } }, {})).toBe('/b is required');
  });

  it.each(['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty'])(
    'takes %s for an ordinary name',
    (name) => {
      const key = JSON.stringify(name);
      const schema = json(`{"properties":{${key}:{"type":"string"}},"additionalProperties":false}`);
      expect(refusal(schema, {})).toBe('ok');
      expect(refusal(schema, json(`{${key}:"a"}`))).toBe('ok');
      expect(refusal(schema, json(`{${key}:1}`))).toBe(`/${name} must be a string, not a number`);
      expect(refusal({ required: [name] }, {})).toBe(`/${name} is required`);
      expect(refusal({ additionalProperties: false }, json(`{${key}:1}`))).toContain(`/${name} is not a known member`);
      const both = json(
        `{"properties":{${key}:{"type":"string"}},"patternProperties":{"^__proto__$":{"maxLength":1}}}`,
      );
      if (name === '__proto__') expect(refusal(both, json(`{${key}:"ab"}`))).toContain('at most 1 character');
      const value = json(`{${key}:1}`);
      expect(property({ const: value }, json(`{${key}:1}`))).toBe('ok');
      expect(property({ const: value }, {})).toContain('/a must be');
      expect(property({ enum: [value] }, json(`{${key}:1}`))).toBe('ok');
      expect(property({ uniqueItems: true }, [value, json(`{${key}:1}`)])).toContain('twice');
    },
  );

  it('compares const, enum and uniqueItems as JSON does', () => {
    expect(property({ const: { a: 1, b: [2] } }, { b: [2], a: 1 })).toBe('ok');
    expect(property({ const: 0 }, -0)).toBe('ok');
    expect(property({ const: 1 }, true)).toBe('/a must be 1');
    expect(property({ enum: [] }, 1)).not.toBe('ok');
    expect(property({ uniqueItems: true }, [1, '1', [1], { a: 1 }])).toBe('ok');
  });

  it.each([
    [0.3, 0.1, true],
    [0.35, 0.1, false],
    [1e21, 1, true],
    [4.02, 0.01, true],
    [1.1, 0.01, true],
    [1e-7, 1e-7, true],
    [1e308, 1e-300, true],
    [7, 2, false],
    [-6, 3, true],
    [0, 5, true],
  ])('finds %d by multipleOf %d: %s', (value, multipleOf, expected) => {
    expect(property({ multipleOf }, value) === 'ok').toBe(expected);
  });

  it.each([
    ['date', ['2024-02-29', '0000-01-01'], ['2023-02-29', '2024-13-01', '2024-00-10', '2024-1-1', '']],
    ['time', ['23:59:60Z', '00:00:00.5+01:00'], ['24:00:00Z', '00:00:00', '00:60:00Z']],
    ['date-time', ['2024-01-01T00:00:00Z', '2024-01-01t00:00:00z'], ['2024-01-01', '2024-01-01 00:00:00Z']],
    ['uuid', ['123e4567-E89b-12d3-a456-426614174000'], ['123e4567e89b12d3a456426614174000']],
    ['ipv4', ['127.0.0.1', '255.255.255.255'], ['256.0.0.1', '1.2.3', '01.2.3.4', '1.2.3.4.', '1.2.3.4.5']],
    ['ipv6', ['::1', '::ffff:1.2.3.4'], [':::', '1::2::3', '127.0.0.1']],
    ['uri', ['https://a.example/b?c#d', 'urn:a:b'], ['/a', 'a b:c', 'https://']],
    ['email', ['a@b.example'], ['a', 'a@', 'a b@c', '@c']],
    ['hostname', ['a.example', 'a-b'], ['-a', 'a_b', 'a..b', 'a.']],
    ['int32', ['anything'], []],
  ])('asserts the format %s', (format, good, bad) => {
    for (const text of good) expect([text, property({ format }, text)]).toEqual([text, 'ok']);
    for (const text of bad) expect([text, property({ format }, text)]).not.toEqual([text, 'ok']);
  });

  it('refuses a call whose check would take more steps than are allowed, and answers the next one', () => {
    // each level tries the one below it twice
    const node = { anyOf: [{ $ref: '#/$defs/level' }, { $ref: '#/$defs/level' }] };
    const schema = { ...node, $defs: { level: { properties: { n: node }, not: { required: ['stop'] } } } };
    expect(checkArgsSchema(schema)).toEqual([]);
    let args: unknown = { stop: 1 };
    for (let depth = 0; depth < 60; depth += 1) args = { n: args };
    expect(refusal(schema, args)).toBe('/ takes more steps to check against the schema than are allowed');
    expect(refusal(schema, { n: {} })).toBe('ok');
  });

  it('refuses arguments that are nested without end instead of throwing', () => {
    const args: Record<string, unknown> = {};
    args['n'] = args;
    expect(refusal({ properties: { n: { $ref: '#' } } }, args)).toContain('/ takes more steps');
    expect(property({ const: 1 }, args)).toContain('/ takes more steps');
  });

  it('checks a hundred thousand different objects for uniqueness', () => {
    expect(
      property(
        { uniqueItems: true },
        Array.from({ length: 100_000 }, (_, index) => ({ index })),
      ),
    ).toBe('ok');
  });

  it('keeps two patterns apart, and follows references with odd names', () => {
    expect(refusal({ properties: { a: { pattern: '^a$' }, b: { pattern: '^b$' } } }, { a: 'a', b: 'a' })).toContain(
      '/b ',
    );
    const schema = {
      $defs: { 'a/b %~é"#?': { type: 'string' } },
      properties: { a: { $ref: '#/$defs/a~1b%20%25~0%C3%A9%22%23%3F' } },
    };
    expect(refusal(schema, { a: 1 })).toBe('/a must be a string, not a number');
    const anchored = {
      $id: 'https://a.example/s',
      $defs: { a: { $anchor: 'x', type: 'string' } },
      properties: { a: { $ref: 'https://a.example/s#x' } },
    };
    expect(refusal(anchored, { a: 1 })).toBe('/a must be a string, not a number');
  });

  it('refuses every call when the schema itself has a fault', () => {
    expect(refusal({ min: 1 }, {})).toMatch(/^\/ cannot be checked: the schema at \/min is no keyword/);
    expect(refusal(undefined, {})).toMatch(/^\/ cannot be checked/);
  });

  it('does not see a later change of the schema object', () => {
    const schema = { properties: { a: { type: 'string' } } };
    const check = compileArgsSchema(schema);
    schema.properties.a.type = 'number';
    expect(check({ a: 'text' })).toEqual({ ok: true });
    expect(compileArgsSchema(schema)({ a: 'text' }).ok).toBe(false);
  });

  it('compiles a schema once for each digest, and keeps a bounded number', () => {
    const first = compileArgsSchema({ maxProperties: 0 });
    expect(compileArgsSchema({ maxProperties: 0 })).toBe(first);
    for (let count = 1; count <= 256; count += 1) compileArgsSchema({ maxProperties: count });
    expect(compileArgsSchema({ maxProperties: 0 })).not.toBe(first);
  });

  it('agrees with the compiler as it comes, for schemas and arguments without its known weaknesses', () => {
    const leaf = fc.constantFrom<object>(
      ...[
        { type: 'string' },
        { type: 'integer' },
        { minLength: 2 },
        { maximum: 3 },
        { enum: ['a', 1] },
        { const: null },
      ],
      ...[
        { items: { type: 'string' } },
        { required: ['a'] },
        { pattern: '^a' },
        { minItems: 1 },
        { uniqueItems: true },
      ],
    );
    const { schema } = fc.letrec<{ schema: object }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.record({
          properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema')),
          additionalProperties: fc.boolean(),
        }),
        fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ not: tie('schema') }),
        fc.record({ if: tie('schema'), then: tie('schema'), else: tie('schema') }),
      ),
    }));
    const args = fc.dictionary(
      fc.constantFrom('a', 'b', 'c'),
      fc.oneof(fc.constantFrom('a', 'ab', 1, 7, null), fc.jsonValue({ maxDepth: 1 })),
    );
    fc.assert(
      fc.property(schema, args, (chosen, value) => {
        expect(checkArgsSchema(chosen)).toEqual([]);
        const plain = new Ajv2020({
          strict: false,
          meta: false,
          validateSchema: false,
          logger: false,
          ownProperties: true,
        }).compile(chosen);
        expect(compileArgsSchema(chosen)(value).ok).toBe(plain(value));
      }),
      { numRuns: 150 },
    );
  });
});
