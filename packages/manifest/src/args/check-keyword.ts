import { isJsonObject } from '../json-object.js';
import { isKnownFormat } from './formats.js';
import type { KeywordShape } from './keyword-shapes.js';
import { compileLinearPattern, RefusedPattern } from './linear-pattern.js';

const typeNames: ReadonlySet<unknown> = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

/** Why a keyword's own value is not what JSON Schema asks for, or `undefined`. Schemas inside are not looked at. */
export function keywordFault(shape: KeywordShape, value: unknown): string | undefined {
  switch (shape) {
    case 'any':
    case 'schema':
      return undefined;
    case 'text':
      return unless(typeof value === 'string', 'must be a string');
    case 'pattern':
      return typeof value === 'string' ? patternFault(value) : 'must be a string';
    case 'format':
      return formatFault(value);
    case 'flag':
      return unless(typeof value === 'boolean', 'must be true or false');
    case 'number':
      return unless(isNumber(value), 'must be a number');
    case 'positive':
      return unless(isNumber(value) && value > 0, 'must be a number greater than 0');
    case 'count':
      return unless(Number.isSafeInteger(value) && Number(value) >= 0, 'must be an integer of at least 0');
    case 'list':
      return unless(Array.isArray(value), 'must be an array');
    case 'names':
      return unless(isNames(value), 'must be an array of different strings');
    case 'types':
      return unless(isTypes(value), 'must be a type name or an array of different ones, such as "string"');
    case 'schemas':
      return unless(Array.isArray(value) && value.length > 0, 'must be an array of at least one schema');
    case 'schemaOrSchemas':
      return unless(!Array.isArray(value) || value.length > 0, 'must be a schema or an array of at least one');
    case 'schemaMap':
    case 'patternMap':
    case 'schemaOrNames':
    case 'namesMap':
      return unless(isJsonObject(value), 'must be an object');
  }
}

/** Whether a value is an array of different strings, as `required` is. */
export function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') && new Set(value).size === value.length;
}

/** Why a pattern is refused (profile P4: a linear-time engine or nothing), or `undefined`. */
export function patternFault(pattern: string): string | undefined {
  try {
    compileLinearPattern(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof RefusedPattern) return error.message;
    throw error;
  }
}

function formatFault(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  return isKnownFormat(value)
    ? undefined
    : 'is a format that is not known, hence a limit that does not exist; use pattern';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isTypes(value: unknown): boolean {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  return names.length > 0 && new Set(names).size === names.length && names.every((name) => typeNames.has(name));
}

function unless(holds: boolean, fault: string): string | undefined {
  return holds ? undefined : fault;
}
