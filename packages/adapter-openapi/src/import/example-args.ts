import { compileArgsSchema } from '@hcp/manifest/args-schema';
import { sample } from 'openapi-sampler';
import { isObject, listOf, member, objectOf, type JsonObject } from '../document/json.js';
import type { JsonSchema } from '../plan.js';

/** Characters of the longest example. */
const longest = 2000;

/**
 * Arguments as an example shows them: those that are required, as the document's examples have them or as a sample of
 * their schema. `undefined` where what comes out would be refused, or is too long to teach anything.
 */
export function exampleArgs(args: JsonSchema): JsonObject | undefined {
  const value = sampled(args);
  if (!isObject(value) || JSON.stringify(value).length > longest) return undefined;
  return compileArgsSchema(args)(value).ok ? value : undefined;
}

function sampled(args: JsonSchema): unknown {
  try {
    const { $defs, ...schema } = args;
    return JSON.parse(
      JSON.stringify(
        sample(schema, { skipNonRequired: true, skipReadOnly: true, quiet: true, maxSampleDepth: 5 }, { $defs }),
      ),
    ) as unknown;
  } catch {
    return undefined; // What no sample can be made of has no example; its arguments are listed all the same.
  }
}

/** What an argument is called, of which type, and whether it has to be there. */
export interface ArgumentFacts {
  readonly name: string;
  /** JSON types; empty where the schema names none. */
  readonly types: readonly string[];
  readonly required: boolean;
}

/** The arguments of a plan, in its order. */
export function argumentsOf(args: JsonSchema): readonly ArgumentFacts[] {
  const required = listOf(args['required']);
  return Object.entries(objectOf(args['properties'])).map(([name, schema]) => ({
    name,
    types: typesOf(schema, args),
    required: required.includes(name),
  }));
}

const known = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

function typesOf(schema: unknown, args: JsonSchema): readonly string[] {
  const reference = member(schema, '$ref');
  const prefix = '#/$defs/';
  const target =
    typeof reference === 'string' && reference.startsWith(prefix)
      ? member(args['$defs'], reference.slice(prefix.length).replaceAll('~1', '/').replaceAll('~0', '~'))
      : schema;
  const type = member(target, 'type');
  const types = (Array.isArray(type) ? (type as unknown[]) : [type]).filter((one) => typeof one === 'string');
  return types.every((one) => known.has(one)) ? types : [];
}
