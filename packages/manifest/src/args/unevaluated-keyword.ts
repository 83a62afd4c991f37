import { _, Name, str, type CodeKeywordDefinition, type ErrorObject, type ValidateFunction } from 'ajv';
import { isJsonObject } from '../json-object.js';
import { pointer } from '../json/pointer.js';
import { evaluatedParts, type Parts, type SchemaAccess } from './evaluated-parts.js';

/** The keyword that stands, with its schema's place, beside `unevaluatedProperties` and `unevaluatedItems`. */
export const unevaluatedAt = 'unevaluatedAt';

/** The compiler's keywords that it stands in for. */
export const replacedByUnevaluatedAt: readonly string[] = ['unevaluatedProperties', 'unevaluatedItems'];

export interface CompiledAccess extends SchemaAccess {
  readonly validatorAt: (place: string) => ValidateFunction;
}

/**
 * `unevaluatedProperties` and `unevaluatedItems`. The compiler's own keep what was evaluated as members of a plain
 * object, so that names of its prototype always count as evaluated, and every item beside a `contains` as well.
 */
export function unevaluatedKeyword(access: CompiledAccess): CodeKeywordDefinition {
  return {
    keyword: unevaluatedAt,
    type: ['object', 'array'],
    code: (cxt) => {
      const { gen, data, it } = cxt;
      const place = String(cxt.schema);
      const check = (value: Parts, path: string): readonly ErrorObject[] =>
        unevaluatedErrors({ place, value, path }, access);
      const path = str`${new Name('instancePath')}${it.errorPath}`;
      const found = gen.const('found', _`${gen.scopeValue('func', { ref: check })}(${data}, ${path})`);
      const [all, count] = [new Name('vErrors'), new Name('errors')];
      gen.if(_`${found}.length > 0`, () => {
        gen.assign(all, _`${all} === null ? ${found} : ${all}.concat(${found})`);
        gen.assign(count, _`${all}.length`);
      });
      cxt.ok(_`${found}.length === 0`);
    },
  };
}

interface Checked {
  readonly place: string;
  readonly value: Parts;
  /** Where the value is, for errors. */
  readonly path: string;
}

function unevaluatedErrors({ place, value, path }: Checked, access: CompiledAccess): readonly ErrorObject[] {
  const keyword = Array.isArray(value) ? 'unevaluatedItems' : 'unevaluatedProperties';
  const schema = access.schemaAt(place);
  if (!isJsonObject(schema) || !Object.hasOwn(schema, keyword) || schema[keyword] === true) return [];
  const { all, keys } = evaluatedParts(place, value, access);
  for (const [name, part] of all ? [] : Object.entries(value)) {
    if (keys.has(name)) continue;
    if (schema[keyword] === false && keyword === 'unevaluatedProperties') return [unknownMember(name, path, value)];
    const validator = access.validatorAt(`${place}/${keyword}`);
    // what the compiler itself hands to a part's schema
    const context = { instancePath: `${path}${pointer([name])}`, rootData: {}, dynamicAnchors: {} };
    if (!validator(part, { ...context, parentData: value, parentDataProperty: name })) {
      return [...(validator.errors ?? [])];
    }
  }
  return [];
}

function unknownMember(name: string, instancePath: string, data: Parts): ErrorObject {
  const keyword = 'unevaluatedProperties';
  return { keyword, instancePath, schemaPath: '', params: { unevaluatedProperty: name }, data };
}
