import { Ajv, type ErrorObject, type Options } from 'ajv';
// eslint-disable-next-line no-restricted-imports -- the package offers this dialect under no other name
import { Ajv2020 } from 'ajv/dist/2020.js';
import { useExactKeywords, type Compiler, type StepCounter } from './exact-keywords.js';
import { compilerFormats } from './formats.js';
import { compileLinearPattern } from './linear-pattern.js';
import type { PreparedSchema } from './prepare-schema.js';

/** Checks a value and answers its errors, outermost last. Throws when the check would take too long. */
export type CompiledSchema = (value: unknown) => readonly ErrorObject[];

const linearPattern = Object.assign((pattern: string) => compileLinearPattern(pattern), { code: '' });

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
  code: { regExp: linearPattern },
};

/**
 * Compiles a prepared schema. Each has a compiler of its own, so that no `$id`, anchor or keyword of one pack
 * meets another's or an earlier version's. Throws what the compiler throws.
 */
export function compileSchema({ dialect, schema }: PreparedSchema): CompiledSchema {
  const counter: StepCounter = { steps: 0 };
  const settings = { ...options, formats: compilerFormats() };
  const compiler: Compiler = dialect === 'draft-07' ? new Ajv(settings) : new Ajv2020(settings);
  useExactKeywords(compiler, counter);
  const validate = compiler.compile(schema);
  return (value) => {
    counter.steps = 0;
    return validate(value) ? [] : (validate.errors ?? []);
  };
}
