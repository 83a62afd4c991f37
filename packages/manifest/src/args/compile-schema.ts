import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
// eslint-disable-next-line no-restricted-imports -- the package offers this dialect under no other name
import { Ajv2020 } from 'ajv/dist/2020.js';
import { valueAt } from '../value-at.js';
import { countedVisitKeyword } from './counted-visit.js';
import { exactKeywords } from './exact-keywords.js';
import { compilerFormats } from './formats.js';
import { compileLinearPattern, type LinearPattern } from './linear-pattern.js';
import type { PreparedSchema } from './prepare-schema.js';
import { fragmentOf } from './schema-walk.js';
import { makeStepCounter, type StepCounter } from './step-counter.js';
import { replacedByUnevaluatedAt, unevaluatedKeyword, type CompiledAccess } from './unevaluated-keyword.js';

/** Checks a value and answers its errors, outermost last. Throws when the check would take too long. */
export type CompiledSchema = (value: unknown) => readonly ErrorObject[];

/** What both dialects' compilers can do. */
type Compiler = Pick<Ajv, 'addKeyword' | 'removeKeyword' | 'addSchema' | 'getSchema' | 'compile' | 'opts'>;

/** Nothing is coerced, filled in or removed, and only own members count (profile P4). */
const options: Options = {
  strict: false,
  strictNumbers: true,
  meta: false,
  validateSchema: false,
  allErrors: false,
  ownProperties: true,
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
  inlineRefs: false,
  messages: false,
  verbose: true,
  logger: false,
};

/** What a schema is called in its own compiler; a reference inside it is resolved against this. */
const rootName = 'args:root';

/**
 * Compiles a prepared schema. Each has a compiler of its own, so that no `$id`, anchor or keyword of one pack
 * meets another's or an earlier version's. Throws what the compiler throws.
 */
export function compileSchema({ dialect, schema }: PreparedSchema): CompiledSchema {
  const counter = makeStepCounter();
  const regExp = Object.assign((pattern: string) => countedPattern(pattern, counter), { code: '' });
  const settings = { ...options, formats: compilerFormats(), code: { regExp } };
  const compiler: Compiler = dialect === 'draft-07' ? new Ajv(settings) : new Ajv2020(settings);
  // what was evaluated is found out by a keyword of our own, hence not kept on every visit
  compiler.opts.unevaluated = false;
  for (const keyword of replacedByUnevaluatedAt) compiler.removeKeyword(keyword);
  for (const definition of exactKeywords(counter)) {
    compiler.removeKeyword(String(definition.keyword));
    compiler.addKeyword(definition);
  }
  compiler.addKeyword(countedVisitKeyword(counter));
  compiler.addKeyword(unevaluatedKeyword(accessTo({ schema, compiler, counter }, regExp)));
  if (typeof schema !== 'boolean') compiler.addSchema(schema, rootName);
  const validate = typeof schema === 'boolean' ? compiler.compile(schema) : validatorOf(compiler, '');
  return (value) => {
    try {
      return validate(value) ? [] : (validate.errors ?? []);
    } finally {
      counter.reset();
      // they hold the value
      validate.errors = null;
    }
  };
}

interface Compilation {
  readonly schema: PreparedSchema['schema'];
  readonly compiler: Compiler;
  readonly counter: StepCounter;
}

/** The schemas inside a schema, each compiled when it is first asked for. */
function accessTo(
  { schema, compiler, counter }: Compilation,
  compilePattern: (pattern: string) => LinearPattern,
): CompiledAccess {
  const validators = new Map<string, ValidateFunction>();
  const patterns = new Map<string, LinearPattern>();
  const validatorAt = (place: string): ValidateFunction => known(validators, place, () => validatorOf(compiler, place));
  return {
    schemaAt: (place) => valueAt(schema, place),
    validatorAt,
    accepts: (place, value) => validatorAt(place)(value),
    matches: (pattern, name) => known(patterns, pattern, () => compilePattern(pattern)).test(name),
    count: counter.add,
  };
}

function validatorOf(compiler: Compiler, place: string): ValidateFunction {
  const validator = compiler.getSchema(`${rootName}${fragmentOf(place)}`);
  if (validator === undefined) throw new TypeError(`nothing is compiled for ${place}`);
  return validator;
}

function known<T>(map: Map<string, T>, key: string, make: () => T): T {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

/** The worst text costs some 30 ns for each character and each step of the pattern's program; most cost far less. */
function countedPattern(pattern: string, counter: StepCounter): LinearPattern {
  const compiled = compileLinearPattern(pattern);
  const test = (text: string): boolean => {
    counter.add(16 + Math.ceil((text.length * compiled.programSize) / 8));
    return compiled.test(text);
  };
  return { ...compiled, test };
}
