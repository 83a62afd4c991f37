// Values for the JSON Schemas of a plan: what the schema asks for, and every second optional member beside it.
import { pick } from './seeded-random.mjs';

const words = ['main', 'octo cat', 'a/b', 'é', '1', 'x&y=z', '100%', 'long-'.repeat(8)];
const byFormat = {
  'date-time': '2026-01-02T03:04:05Z',
  date: '2026-01-02',
  uri: 'https://example.com/a?b=c',
  'uri-template': 'https://example.com/{a}',
  email: 'ada@example.com',
  uuid: '3f2c1a90-5d5e-4b6f-8a7b-0c9d8e7f6a5b',
  'repo.nwo': 'ada/engine',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
};

/** `undefined` where no value is found. `root` holds the `$defs` that references lead to. */
export function generateValue(schema, { root, random, depth = 0 }) {
  if (schema === true || schema === undefined) return 'anything';
  if (schema === false || depth > 12) return undefined;
  const again = (part) => generateValue(part, { root, random, depth: depth + 1 });
  if (typeof schema.$ref === 'string') return again(resolve(root, schema.$ref));
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return pick(random, schema.enum);
  for (const choice of ['oneOf', 'anyOf']) {
    if (!Array.isArray(schema[choice])) continue;
    const { [choice]: options, ...rest } = schema;
    return again(merged(root, [rest, pick(random, options)]));
  }
  if (Array.isArray(schema.allOf)) {
    const { allOf, ...rest } = schema;
    return again(merged(root, [rest, ...allOf]));
  }
  const types = [schema.type ?? (schema.properties ? 'object' : 'string')].flat().filter((type) => type !== 'null');
  const make = generators[pick(random, types)];
  return make?.(schema, { random, again });
}

function resolve(root, reference) {
  const steps = reference.slice(2).split('/');
  return steps.reduce((at, step) => at?.[decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')], root);
}

/** All of several schemas as one; what they say of one member is joined. */
function merged(root, schemas) {
  return schemas
    .map((schema) => (typeof schema.$ref === 'string' ? resolve(root, schema.$ref) : schema))
    .reduce((all, one) => ({
      ...all,
      ...one,
      properties: { ...all.properties, ...one.properties },
      required: [...(all.required ?? []), ...(one.required ?? [])],
    }));
}

const generators = {
  boolean: (_, { random }) => random() < 0.5,
  integer: (schema, { random }) => Math.floor(within(schema, random)),
  number: (schema, { random }) => within(schema, random),
  string: (schema, { random }) => {
    if (schema.contentEncoding === 'base64') return Buffer.from(pick(random, words)).toString('base64');
    if (byFormat[schema.format] !== undefined) return byFormat[schema.format];
    if (schema.pattern !== undefined) return bySample(schema.pattern);
    const text = pick(random, words).padEnd(schema.minLength ?? 0, 'x');
    return text.slice(0, schema.maxLength ?? text.length);
  },
  array: (schema, { random, again }) => {
    const count = Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, 1 + Math.floor(random() * 2)));
    const items = Array.from({ length: count }, () => again(schema.items));
    if (items.includes(undefined)) return undefined;
    return schema.uniqueItems === true ? [...new Set(items)] : items;
  },
  object: (schema, { random, again }) => {
    const value = {};
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      const isRequired = schema.required?.includes(name) === true;
      if (!isRequired && (schema.maxProperties !== undefined || random() < 0.5)) continue;
      const made = again(member);
      if (made !== undefined) value[name] = made;
      else if (isRequired) return undefined;
    }
    return value;
  },
};

function within({ minimum = 1, maximum = minimum + 99 }, random) {
  return minimum + random() * (maximum - minimum);
}

const samples = [
  'abc',
  'a'.repeat(40),
  '0123456789abcdef'.repeat(4),
  '1.2.3',
  '#aabbcc',
  'aabbcc',
  '2026-01-02T03:04:05Z',
  '1',
  'a/b',
  'a@b',
];

function bySample(pattern) {
  const expression = new RegExp(pattern, 'u');
  return samples.find((sample) => expression.test(sample));
}
