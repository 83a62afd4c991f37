import { describe, expect, it } from 'vitest';
import { checkArgsSchema, compileArgsSchema } from '../../src/args-schema.js';

const tooMany = '/ takes more steps to check against the schema than are allowed';
const refusal = (schema: unknown, args: unknown): string => {
  expect(checkArgsSchema(schema)).toEqual([]);
  const check = compileArgsSchema(schema)(args);
  return check.ok ? 'ok' : `${check.pointer} ${check.reason}`;
};
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const members = (count: number, value: unknown): Record<string, unknown> =>
  Object.fromEntries(times(count, (index) => [`m${index.toString()}`, value]));
const property = (schema: unknown): unknown => ({ properties: { a: schema } });

const million = 1_000_000;

describe('a check that would hold up the runtime is refused', { timeout: 120_000 }, () => {
  it.each<readonly [string, unknown, unknown]>([
    [
      'five hundred patterns for twenty thousand members',
      {
        patternProperties: Object.fromEntries(
          times(500, (index) => [`^x${index.toString()}$`, { type: 'string' }] as const),
        ),
      },
      members(20_000, 1),
    ],
    ['a large pattern for a long text', property({ pattern: '[ab]*a[ab]{900}$' }), { a: 'ab'.repeat(million / 2) }],
    [
      'many constants for a long text',
      property({ anyOf: times(600, (index) => ({ const: index })) }),
      { a: 'a'.repeat(million) },
    ],
    [
      'many lengths of a long text',
      property({ anyOf: times(600, () => ({ maxLength: 1 })) }),
      { a: 'a'.repeat(million) },
    ],
    [
      'many formats for a long text',
      property({ anyOf: times(600, () => ({ format: 'uri' })) }),
      { a: `a:${'a'.repeat(million)} ` },
    ],
    ['many counts of many members', { anyOf: times(600, () => ({ maxProperties: 1 })) }, members(100_000, 1)],
    [
      'many closed forms of many members',
      { anyOf: times(600, () => ({ additionalProperties: false })) },
      members(100_000, 1),
    ],
    [
      'many properties for many items',
      property({ items: { properties: members(600, { type: 'string' }) } }),
      { a: times(300_000, () => ({})) },
    ],
    [
      'unevaluated members, asked of branches in branches',
      {
        $ref: '#/$defs/d0',
        $defs: Object.fromEntries(
          times(25, (index) => [
            `d${index.toString()}`,
            {
              anyOf: [index === 24 ? { properties: { a: true } } : { $ref: `#/$defs/d${(index + 1).toString()}` }],
              unevaluatedProperties: false,
            },
          ]),
        ),
      },
      { a: 1 },
    ],
  ])('%s', (_, schema, args) => {
    expect(refusal(schema, args)).toBe(tooMany);
  });

  it('and the next call of the same schema is checked as ever', () => {
    const schema = { patternProperties: members(500, { type: 'string' }) };
    expect(refusal(schema, members(20_000, 'a'))).toBe(tooMany);
    expect(refusal(schema, { m1: 'a' })).toBe('ok');
    expect(refusal(schema, { m1: 1 })).toBe('/m1 must be a string, not a number');
  });
});

describe('a check of many small or one large argument is not refused', { timeout: 120_000 }, () => {
  it.each<readonly [string, unknown, unknown]>([
    ['half a million numbers', property({ items: { type: 'integer' } }), { a: times(500_000, () => 1) }],
    [
      'ten thousand rows behind a reference',
      { ...(property({ items: { $ref: '#/$defs/row' } }) as object), $defs: { row: { properties: members(20, {}) } } },
      { a: times(10_000, () => members(20, 1)) },
    ],
    ['twenty patterns for ten thousand members', { patternProperties: members(20, true) }, members(10_000, 1)],
    ['a pattern for a megabyte', property({ pattern: '^[A-Za-z0-9+/]*={0,2}$' }), { a: 'a'.repeat(million) }],
    ['a hundred constants for a short text', property({ anyOf: times(100, (at) => ({ const: at })) }), { a: 99 }],
    [
      'unevaluated members of ten thousand rows',
      property({ items: { anyOf: [{ properties: { b: true } }], unevaluatedProperties: false } }),
      { a: times(10_000, () => ({ b: 1 })) },
    ],
  ])('%s', (_, schema, args) => {
    expect(refusal(schema, args)).toBe('ok');
  });
});
