import { isObject, listOf, objectOf } from '../document/json.js';
import type { JsonSchema } from '../plan.js';
import { schemaBehind } from './schema-kinds.js';

/** The members of an object schema that can stand beside other arguments. */
export interface FlatBody {
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: readonly string[];
  /** Conditions on which members are there together, such as an `anyOf` of `required`. */
  readonly conditions: readonly JsonSchema[];
}

const plain = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'allOf',
  'anyOf',
  'oneOf',
  '$ref',
  'description',
]);
const deepest = 8;

/**
 * The top-level members of a body schema (profile P12), where it is an object whose members are all declared and
 * that says nothing about the object as a whole; `undefined` for every other: then the body is one argument.
 */
export function flattenBody(schema: JsonSchema, defs: JsonSchema, depth = 0): FlatBody | undefined {
  const behind = schemaBehind(schema, defs);
  if (depth > deepest || Object.keys(behind).some((keyword) => !plain.has(keyword))) return undefined;
  // Beside a reference nothing else may stand, or it would be lost on the way to what is behind it.
  if (Object.hasOwn(schema, '$ref') && Object.keys(schema).some((key) => key !== '$ref' && key !== 'description'))
    return undefined;
  if (![undefined, 'object'].includes(behind['type'] as undefined) || !isClosable(behind['additionalProperties']))
    return undefined;
  const inner = listOf(behind['allOf']).map((one) => (isObject(one) ? flattenBody(one, defs, depth + 1) : undefined));
  const choices = ['anyOf', 'oneOf'].filter((keyword) => Object.hasOwn(behind, keyword));
  if (inner.includes(undefined) || !choices.every((keyword) => listOf(behind[keyword]).every(isPresence)))
    return undefined;
  const parts = inner.filter((one) => one !== undefined);
  // A closed part of an allOf refuses the members of the others: it is checked as written, or not at all.
  if (parts.length > 0 && behind['additionalProperties'] === false) return undefined;
  const properties = new Map<string, unknown>();
  const add = ([name, one]: readonly [string, unknown]): void => {
    properties.set(name, properties.has(name) ? { allOf: [properties.get(name), one] } : one);
  };
  parts.flatMap((part) => [...part.properties]).forEach(add);
  Object.entries(objectOf(behind['properties'])).forEach(add);
  const own = listOf(behind['required']).filter((name) => typeof name === 'string');
  const required = [...new Set([...parts.flatMap((part) => part.required), ...own])];
  if (depth === 0 && properties.size === 0) return undefined;
  // A member that is required and not declared could not be given.
  if (depth === 0 && !required.every((name) => properties.has(name))) return undefined;
  const conditions = choices.map((keyword) => ({ [keyword]: behind[keyword] }));
  return { properties, required, conditions: [...parts.flatMap((part) => part.conditions), ...conditions] };
}

/** Whether only declared members matter: a map of further ones needs the body as one argument. */
const isClosable = (additional: unknown): boolean => additional === undefined || additional === false;

/** A condition on names alone holds beside other arguments as well. */
function isPresence(schema: unknown): boolean {
  return (
    isObject(schema) && Object.keys(schema).every((keyword) => keyword === 'required' || keyword === 'description')
  );
}
