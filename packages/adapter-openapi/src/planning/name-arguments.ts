import { DocumentFault } from '../document/document-fault.js';
import { shown } from '../document/json.js';
import type { BodyPlan, JsonSchema, ParameterPlan } from '../plan.js';
import { flattenBody, type FlatBody } from './flatten-body.js';
import type { PlannedBody } from './plan-body.js';
import type { PlannedParameter } from './plan-parameter.js';

/** Parameters and body of an operation with the arguments they come from (profile P12). */
export interface NamedArguments {
  readonly parameters: readonly ParameterPlan[];
  readonly body: BodyPlan | null;
  /** JSON Schema of all arguments, without the definitions it refers to. */
  readonly args: JsonSchema;
}

interface Argument {
  readonly name: string;
  readonly schema: unknown;
  readonly required: boolean;
}

/**
 * Names the arguments: a parameter's own name, `path.id` where a name is used twice, `body` or the body's top-level
 * members. Throws {@link DocumentFault} where two arguments would still have one name.
 */
export function nameArguments(
  parameters: readonly PlannedParameter[],
  body: PlannedBody | undefined,
  defs: JsonSchema,
): NamedArguments {
  const flat = body === undefined ? undefined : flatMembers(parameters, body, defs);
  const isTaken = (name: string): boolean =>
    parameters.filter(({ plan }) => plan.name === name).length > 1 ||
    (name === 'body' && body !== undefined && flat === undefined);
  const named = parameters.map(({ plan, schema }) => {
    const arg = isTaken(plan.name) ? `${plan.in}.${plan.name}` : plan.name;
    return { plan: { ...plan, arg }, argument: { name: arg, schema, required: plan.required } };
  });
  const all = [...named.map(({ argument }) => argument), ...bodyArguments(body, flat)];
  refuseDoubles(all);
  return {
    parameters: named.map(({ plan }) => plan),
    body:
      body === undefined ? null : { ...body.plan, members: flat === undefined ? null : [...flat.properties.keys()] },
    args: closedSchema(all, body, flat),
  };
}

function flatMembers(
  parameters: readonly PlannedParameter[],
  body: PlannedBody,
  defs: JsonSchema,
): FlatBody | undefined {
  if (body.plan.kind === 'text' || body.plan.kind === 'binary') return undefined;
  const flat = flattenBody(body.schema, defs);
  if (flat === undefined) return undefined;
  const offered = [...flat.properties].filter(([name]) => !body.responseOnly.has(name));
  const collides = parameters.some(({ plan }) => flat.properties.has(plan.name));
  return collides || offered.length === 0 ? undefined : { ...flat, properties: new Map(offered) };
}

function bodyArguments(body: PlannedBody | undefined, flat: FlatBody | undefined): readonly Argument[] {
  if (body === undefined) return [];
  if (flat === undefined) return [{ name: 'body', schema: body.schema, required: body.plan.required }];
  return [...flat.properties].map(([name, schema]) => ({
    name,
    schema,
    required: body.plan.required && flat.required.includes(name),
  }));
}

function refuseDoubles(all: readonly Argument[]): void {
  const names = new Set<string>();
  for (const { name } of all) {
    if (names.has(name)) throw new DocumentFault(`two of its arguments would be called ${shown(name)}`);
    names.add(name);
  }
}

function closedSchema(all: readonly Argument[], body: PlannedBody | undefined, flat: FlatBody | undefined): JsonSchema {
  const required = all.filter((one) => one.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(all.map(({ name, schema }) => [name, schema])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    ...(body === undefined || flat === undefined ? {} : bodyConditions(body, flat)),
  };
}

/** Where the body may be left out its conditions hold only beside one of its members. */
function bodyConditions(body: PlannedBody, flat: FlatBody): JsonSchema {
  const names = [...flat.properties.keys()];
  const conditions = flat.conditions.length === 0 ? {} : { allOf: flat.conditions };
  if (body.plan.required) return conditions;
  const needed = flat.required.filter((name) => flat.properties.has(name));
  const beside =
    needed.length === 0
      ? {}
      : { dependentRequired: Object.fromEntries(names.map((name) => [name, needed.filter((one) => one !== name)])) };
  if (flat.conditions.length === 0) return beside;
  return { ...beside, if: { anyOf: names.map((name) => ({ required: [name] })) }, then: conditions };
}
