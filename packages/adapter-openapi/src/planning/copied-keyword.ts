import { checkArgsSchema } from '@hcp/manifest/args-schema';
import { shown } from '../document/json.js';
import type { SchemaScope } from './schema-scope.js';

type Check = (value: unknown) => boolean;

const isNumber: Check = (value) => typeof value === 'number';
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isFlag: Check = (value) => typeof value === 'boolean';
const isNames: Check = (value) => Array.isArray(value) && value.every((one) => typeof one === 'string');
const isAny: Check = () => true;

/** Keywords that mean the same in every version, with what their value must be to be carried over. */
const kept: ReadonlyMap<string, Check> = new Map([
  ['type', (value) => typeof value === 'string' || isNames(value)],
  ['enum', (value) => Array.isArray(value) && value.length > 0],
  ['const', isAny],
  ['multipleOf', (value) => typeof value === 'number' && value > 0],
  ['maximum', isNumber],
  ['minimum', isNumber],
  ['exclusiveMaximum', isNumber],
  ['exclusiveMinimum', isNumber],
  ['maxLength', isCount],
  ['minLength', isCount],
  ['maxItems', isCount],
  ['minItems', isCount],
  ['uniqueItems', isFlag],
  ['maxProperties', isCount],
  ['minProperties', isCount],
  ['maxContains', isCount],
  ['minContains', isCount],
  ['required', isNames],
]);

const types: ReadonlySet<unknown> = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

/** Kept for a sample only: checking draws nothing from them. */
const forSamples: ReadonlySet<string> = new Set(['default', 'example', 'examples', 'readOnly', 'writeOnly']);

/**
 * The value of a keyword that holds no schema, as it is carried over; `undefined` where it is not. A limit that the
 * checker has no safe way to enforce is left to the server, with a warning.
 */
export function copiedKeyword(scope: SchemaScope, keyword: string, value: unknown): unknown {
  if (scope.use === 'sample' && forSamples.has(keyword)) return value;
  if (keyword === 'format') return formatOf(scope, value);
  if (keyword === 'pattern') return patternOf(scope, value);
  const accepts = kept.get(keyword);
  if (accepts === undefined) return undefined;
  const isRight =
    accepts(value) && (keyword !== 'type' || [value].flat().every((one) => types.has(one) || one === 'file'));
  // A boolean bound is said anew where the schema around it is converted.
  if (!isRight && !(keyword.startsWith('exclusive') && isFlag(value)) && !(keyword === 'required' && isFlag(value))) {
    scope.warnings.add(`the document's ${keyword} ${shown(value)} is not valid and is not enforced`);
  }
  return isRight ? withoutDoubles(keyword, value) : undefined;
}

const withoutDoubles = (keyword: string, value: unknown): unknown =>
  (keyword === 'required' || keyword === 'type') && Array.isArray(value) ? [...new Set(value)] : value;

/** A format that is not known says something to people only. */
function formatOf({ use }: SchemaScope, value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  return use === 'sample' || checkArgsSchema({ format: value }).length === 0 ? value : undefined;
}

function patternOf(scope: SchemaScope, value: unknown): unknown {
  if (scope.use === 'sample') return undefined;
  const [fault] = checkArgsSchema({ pattern: value });
  if (fault === undefined) return value;
  scope.warnings.add(`the document's pattern ${shown(value)} is not enforced: it ${fault.reason}`);
  return undefined;
}
