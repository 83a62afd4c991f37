import { _, type CodeKeywordDefinition } from 'ajv';
import { isJsonObject, type JsonObject } from '../json-object.js';
import type { StepCounter } from './step-counter.js';

/** The keyword that every copied schema has, so that each look of a schema at a value can be counted. */
export const countedVisit = 'countedVisit';

const referenceSteps = 32;
const memberSteps = 8;

/** Keywords that read a text from one end to the other; a pattern counts for itself. */
const textKeywords: readonly string[] = ['minLength', 'maxLength', 'format'];

/** Keywords that list the members of an object, however many it has. */
const memberKeywords: readonly string[] = [
  ...['minProperties', 'maxProperties', 'additionalProperties', 'propertyNames', 'patternProperties'],
  'unevaluatedProperties',
];

/** Keywords that look at each of their own names, whatever the value has. */
const nameKeywords: readonly string[] = [
  ...['properties', 'required', 'dependentRequired', 'dependentSchemas', 'dependencies'],
];

/** Counts a visit by what the schema's keywords cost for the value. */
export function countedVisitKeyword(counter: StepCounter): CodeKeywordDefinition {
  return {
    keyword: countedVisit,
    before: '$ref',
    code: (cxt) => {
      const schema = cxt.parentSchema as JsonObject;
      const has = (keyword: string): boolean => Object.hasOwn(schema, keyword);
      const fixed = fixedSteps(schema);
      const [readsText, listsMembers] = [textKeywords.some(has), memberKeywords.some(has)];
      const visit = (value: unknown): void => {
        const text = readsText && typeof value === 'string' ? value.length >> 5 : 0;
        counter.add(fixed + text + (listsMembers && isJsonObject(value) ? memberSteps * counter.membersOf(value) : 0));
      };
      cxt.gen.code(_`${cxt.gen.scopeValue('func', { ref: visit })}(${cxt.data})`);
    },
  };
}

function fixedSteps(schema: JsonObject): number {
  const names = nameKeywords.reduce((sum, keyword) => sum + sizeOf(schema[keyword]), 0);
  return 1 + (Object.hasOwn(schema, '$ref') ? referenceSteps : 0) + (names >> 3);
}

function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}
