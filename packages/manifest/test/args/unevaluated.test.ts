import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkArgsSchema, compileArgsSchema } from '../../src/args-schema.js';

const refusal = (schema: unknown, args: unknown): string => {
  expect(checkArgsSchema(schema)).toEqual([]);
  const check = compileArgsSchema(schema)(args);
  return check.ok ? 'ok' : `${check.pointer} ${check.reason}`;
};
const unknown = (name: string): string => `/${name} is not a known member; remove it or correct its name`;
/** An object with own members, also of the name `__proto__`. */
const own = (...members: readonly (readonly [string, unknown])[]): Record<string, unknown> =>
  Object.fromEntries(members);

const prototypeNames = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...['prototype', 'length', 'name', 'call', 'then', 'ordinary'],
];

/** What a schema makes of one that evaluates a member: each way in which it looks at the same object. */
const applicators: Readonly<Record<string, (part: object) => object>> = {
  itself: (part) => part,
  allOf: (part) => ({ allOf: [{}, part] }),
  anyOf: (part) => ({ anyOf: [false, part] }),
  oneOf: (part) => ({ oneOf: [part, { required: ['nothing'] }] }),
  if: (part) => ({ if: part }),
  then: (part) => ({ if: { required: ['m'] }, then: part }),
  else: (part) => ({ if: { not: { required: ['m'] } }, else: part }),
  dependentSchemas: (part) => ({ dependentSchemas: { m: part } }),
  $ref: (part) => ({ $ref: '#/$defs/part', $defs: { part } }),
  'an anyOf behind a $ref': (part) => ({ $ref: '#/$defs/part', $defs: { part: { anyOf: [part, false] } } }),
  'an allOf inside a then': (part) => ({ if: true, then: { allOf: [part] } }),
};
const looks: Readonly<Record<string, (name: string) => object>> = {
  properties: (name) => ({ properties: own([name, { type: 'string' }]) }),
  patternProperties: (name) => ({ patternProperties: own([name === '__proto__' ? name : `^${name}$`, true]) }),
};

describe('unevaluatedProperties', () => {
  it('takes names of the prototype for ordinary ones, whichever keyword evaluates others or them', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...prototypeNames),
        fc.constantFrom(...Object.keys(applicators)),
        fc.record({ look: fc.constantFrom(...Object.keys(looks)), knows: fc.boolean() }),
        (name, applicator, { look, knows }) => {
          const part = looks[look]?.(knows ? name : 'm') ?? {};
          const schema = {
            type: 'object',
            properties: { m: true },
            allOf: [applicators[applicator]?.(part) ?? {}],
            unevaluatedProperties: false,
          };
          // a $ref is resolved from the root
          const whole = applicator.includes('$ref') ? { ...schema, allOf: [true], ...schema.allOf[0] } : schema;
          expect(refusal(whole, { m: 'a' })).toBe('ok');
          expect(refusal(whole, own(['m', 'a'], [name, 'x']))).toBe(knows ? 'ok' : unknown(name));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it.each(prototypeNames)('hands %s to its schema like any other name', (name) => {
    const schema = {
      anyOf: [{ required: ['m'], properties: { m: true } }],
      unevaluatedProperties: { type: 'integer' },
    };
    expect(refusal(schema, own(['m', 'a'], [name, 1]))).toBe('ok');
    expect(refusal(schema, own(['m', 'a'], [name, 'x']))).toBe(`/${name} must be an integer, not a string`);
  });

  it('knows what the branches that took the value looked at, and no other', () => {
    const schema = {
      anyOf: [
        { properties: { a: { const: 1 }, b: true }, required: ['a'] },
        { properties: { c: true }, required: ['c'] },
      ],
      unevaluatedProperties: false,
    };
    expect(refusal(schema, { a: 1, b: 1 })).toBe('ok');
    expect(refusal(schema, { a: 1, b: 1, c: 1 })).toBe('ok');
    expect(refusal(schema, { a: 2, b: 1, c: 1 })).toBe(unknown('a'));
    expect(refusal(schema, { b: 1, c: 1 })).toBe(unknown('b'));
  });

  it('counts all as evaluated behind additionalProperties or an inner unevaluatedProperties', () => {
    for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
      const schema = { anyOf: [{ [keyword]: { type: 'string' } }, true], unevaluatedProperties: false };
      expect(refusal(schema, { a: 'x', toString: 'y' })).toBe('ok');
      expect(refusal(schema, { a: 1 })).toBe(unknown('a'));
    }
  });

  it('sees nothing of a not, of a neighbour, or of what looks at another value', () => {
    expect(refusal({ not: { not: { properties: { a: true } } }, unevaluatedProperties: false }, { a: 1 })).toBe(
      unknown('a'),
    );
    const neighbours = { allOf: [{ properties: { a: true } }, { unevaluatedProperties: false }] };
    expect(refusal(neighbours, { a: 1 })).toBe(unknown('a'));
    const inner = { properties: { a: { properties: { b: true } } }, unevaluatedProperties: false };
    expect(refusal(inner, { a: {}, b: 1 })).toBe(unknown('b'));
  });

  it('names the place inside the arguments, also in a list and behind a reference', () => {
    const row = { $ref: '#/$defs/row', unevaluatedProperties: false };
    const schema = { properties: { rows: { items: row } }, $defs: { row: { properties: { 'a/b': true } } } };
    expect(refusal(schema, { rows: [{ 'a/b': 1 }, { 'c/d': 1 }] })).toBe(unknown('rows/1/c~1d'));
    const deep = { anyOf: [true], unevaluatedProperties: { properties: { x: { type: 'string' } } } };
    expect(refusal({ properties: { o: deep } }, { o: { toString: { x: 1 } } })).toBe(
      '/o/toString/x must be a string, not a number',
    );
  });

  it('says nothing of what is no object, and nothing when it is true', () => {
    expect(refusal({ properties: { a: { unevaluatedProperties: false } } }, { a: 1 })).toBe('ok');
    expect(refusal({ anyOf: [{ properties: { m: true } }], unevaluatedProperties: true }, { toString: 1 })).toBe('ok');
  });
});

describe('unevaluatedItems', () => {
  const list = (schema: object, items: readonly unknown[]): string =>
    refusal({ properties: { a: { ...schema, unevaluatedItems: false } } }, { a: items });

  it('knows the items that prefixItems, items and contains looked at', () => {
    expect(list({ prefixItems: [true] }, [1])).toBe('ok');
    expect(list({ prefixItems: [true] }, [1, 2])).toBe('/a/1 is not allowed');
    expect(list({ items: { type: 'integer' } }, [1, 2])).toBe('ok');
    expect(list({ contains: { type: 'string' } }, ['a', 'b'])).toBe('ok');
    expect(list({ contains: { type: 'string' } }, ['a', 1])).toBe('/a/1 is not allowed');
    expect(list({ prefixItems: [true], contains: { type: 'string' } }, [1, 'a', 2])).toBe('/a/2 is not allowed');
  });

  it('knows them behind every applicator', () => {
    for (const [name, wrap] of Object.entries(applicators).filter(([key]) => /^(?:allOf|anyOf|if)$/.test(key))) {
      expect([name, list(wrap({ prefixItems: [true] }), [1])]).toEqual([name, 'ok']);
      expect([name, list(wrap({ prefixItems: [true] }), [1, 2])]).toEqual([name, '/a/1 is not allowed']);
    }
    expect(list({ anyOf: [{ prefixItems: [{ const: 1 }] }, true] }, [2])).toBe('/a/0 is not allowed');
    expect(list({ anyOf: [{ unevaluatedItems: { type: 'string' } }] }, ['a'])).toBe('ok');
  });

  it('hands the others to its schema', () => {
    const schema = { properties: { a: { prefixItems: [true], unevaluatedItems: { type: 'string' } } } };
    expect(refusal(schema, { a: [1, 'b'] })).toBe('ok');
    expect(refusal(schema, { a: [1, 2] })).toBe('/a/1 must be a string, not a number');
  });
});

describe('a property or a pattern called __proto__', () => {
  const text = { type: 'string' };
  const reason = '/__proto__ must be a string, not a number';

  it('is enforced', () => {
    expect(refusal({ properties: own(['__proto__', text]) }, own(['__proto__', 1]))).toBe(reason);
    expect(refusal({ patternProperties: own(['__proto__', text]) }, own(['__proto__', 1]))).toBe(reason);
    expect(refusal({ patternProperties: own(['__proto__', text]) }, own(['a__proto__b', 1]))).toContain(
      '/a__proto__b ',
    );
    const both = { properties: own(['__proto__', true]), patternProperties: own(['(?:^__proto__$)', text]) };
    expect(refusal(both, own(['__proto__', 1]))).toBe(reason);
  });

  it('is where a reference leads', () => {
    const schema = { properties: { ...own(['__proto__', text]), b: { $ref: '#/properties/__proto__' } } };
    expect(refusal(schema, { b: 1 })).toBe('/b must be a string, not a number');
    const defined = { $defs: own(['__proto__', text]), properties: { b: { $ref: '#/$defs/__proto__' } } };
    expect(refusal(defined, { b: 1 })).toBe('/b must be a string, not a number');
  });
});

describe('every keyword about members', () => {
  it.each(prototypeNames)('reads %s from the value itself', (name) => {
    const present = own([name, 'x']);
    expect(refusal({ required: [name] }, {})).toBe(`/${name} is required`);
    expect(refusal({ required: [name] }, present)).toBe('ok');
    expect(refusal({ dependentRequired: { m: [name] } }, { m: 1 })).toBe(`/${name} is required beside "m"`);
    expect(refusal({ minProperties: 1 }, {})).toContain('at least 1 member');
    expect(refusal({ maxProperties: 0 }, present)).toContain('at most 0 members');
    expect(refusal({ propertyNames: { const: 'm' } }, present)).toContain(`/${name} is a name`);
    expect(refusal({ additionalProperties: false }, present)).toBe(unknown(name));
    expect(refusal({ additionalProperties: text }, own([name, 1]))).toBe(`/${name} must be a string, not a number`);
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`p${index.toString()}`, true]));
    expect(refusal({ properties: many, additionalProperties: false }, present)).toBe(unknown(name));
    if (name === '__proto__') return;
    expect(refusal({ dependentRequired: { [name]: ['m'] } }, {})).toBe('ok');
    expect(refusal({ dependentRequired: { [name]: ['m'] } }, present)).toBe(`/m is required beside "${name}"`);
    expect(refusal({ dependentSchemas: { [name]: false } }, {})).toBe('ok');
    expect(refusal({ dependentSchemas: { [name]: false } }, present)).not.toBe('ok');
    const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#', dependencies: { [name]: ['m'] } };
    expect(refusal(draft07, {})).toBe('ok');
    expect(refusal(draft07, present)).toBe(`/m is required beside "${name}"`);
  });

  const text = { type: 'string' };
});
