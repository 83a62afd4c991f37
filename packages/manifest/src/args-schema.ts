import { createHash } from 'node:crypto';
import { compileSchema, type CompiledSchema } from './args/compile-schema.js';
import { outermostError } from './args/outermost-error.js';
import { prepareSchema } from './args/prepare-schema.js';
import type { SchemaFault } from './args/schema-fault.js';
import { describeSchemaError, pathOfSchemaError } from './describe-schema-error.js';

export type { SchemaFault } from './args/schema-fault.js';

/** Whether arguments fit their schema: the first thing that does not, as `invalid args: <pointer> <reason>` prints it. */
export type ArgsCheck =
  { readonly ok: true } | { readonly ok: false; readonly pointer: string; readonly reason: string };

/** Checks the arguments of a call; never throws on a JSON value, and a reason never holds an argument's value. */
export type ArgsChecker = (args: unknown) => ArgsCheck;

interface Compiled {
  readonly faults: readonly SchemaFault[];
  readonly check: ArgsChecker;
}

/** Characters of JSON. */
const largestSchema = 128 * 1024;
const mostCached = 256;
const cache = new Map<string, Compiled>();

/**
 * What is wrong with a verb's `args` schema (profile P4); nothing means that it compiles and that every call can
 * be checked in bounded time.
 */
export function checkArgsSchema(schema: unknown): readonly SchemaFault[] {
  return compiled(schema).faults;
}

/**
 * The checker of a verb's `args` schema (profile P2 step 6b), compiled once for each digest of the schema. A
 * schema with faults refuses every call, naming the first.
 */
export function compileArgsSchema(schema: unknown): ArgsChecker {
  return compiled(schema).check;
}

function compiled(schema: unknown): Compiled {
  const text = textOf(schema);
  if (text === undefined) return faulty([{ pointer: '/', reason: 'must be JSON' }]);
  if (text.length > largestSchema) {
    return faulty([
      { pointer: '/', reason: `has ${text.length} characters of JSON, more than the ${largestSchema} allowed` },
    ]);
  }
  const digest = createHash('sha256').update(text).digest('base64');
  const known = cache.get(digest);
  const result = known ?? compileText(text);
  // the newest stay: a Map keeps the order of insertion
  cache.delete(digest);
  cache.set(digest, result);
  if (cache.size > mostCached) cache.delete(cache.keys().next().value ?? '');
  return result;
}

/** From the text, so that a later change of the caller's object changes nothing here. */
function compileText(text: string): Compiled {
  const prepared = prepareSchema(JSON.parse(text));
  if (prepared.faults.length > 0) return faulty(prepared.faults);
  try {
    const validate = compileSchema(prepared);
    return { faults: [], check: checkerOf(validate) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return faulty([{ pointer: '/', reason: `cannot be compiled: ${error.message.slice(0, 200)}` }]);
  }
}

function checkerOf(validate: CompiledSchema): ArgsChecker {
  return (args) => {
    try {
      const error = outermostError(validate(args));
      if (error === undefined) return { ok: true };
      const reason = describeSchemaError(error, { received: error.data, show: 'kind', patternReasons: {} });
      return { ok: false, pointer: pathOfSchemaError(error), reason };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return { ok: false, pointer: '/', reason: 'takes more steps to check against the schema than are allowed' };
    }
  };
}

function faulty(faults: readonly SchemaFault[]): Compiled {
  const [first] = faults;
  const reason = `cannot be checked: the schema at ${first?.pointer ?? '/'} ${first?.reason ?? ''}`;
  return { faults, check: () => ({ ok: false, pointer: '/', reason }) };
}

function textOf(schema: unknown): string | undefined {
  try {
    return JSON.stringify(schema);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
}
