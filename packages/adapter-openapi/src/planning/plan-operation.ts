import { checkArgsSchema } from '@hcp/manifest/args-schema';
import { DocumentFault } from '../document/document-fault.js';
import { objectOf } from '../document/json.js';
import {
  findById,
  findByPath,
  indexOperations,
  type FoundOperation,
  type OperationIndex,
} from '../document/operations.js';
import type { OpenApiDocument } from '../document/parse-document.js';
import { serverOf } from '../document/server.js';
import type { JsonSchema, OperationPlan } from '../plan.js';
import { bodyMedia } from './body-media.js';
import {
  credentialKey,
  credentialParameters,
  declaredParameters,
  type DeclaredParameter,
} from './declared-parameters.js';
import { planAnswer } from './mock-answer.js';
import { nameArguments } from './name-arguments.js';
import { planBody, type PlannedBody } from './plan-body.js';
import { planParameter, type PlannedParameter } from './plan-parameter.js';
import { planPath } from './plan-path.js';
import { isReservedHeader } from './reserved-headers.js';
import { schemaScope, type SchemaScope } from './schema-scope.js';

/** A plan, or why there is none; each text says what to do and completes `verb "<key>": `. */
export type PlannedOperation =
  | { readonly ok: true; readonly plan: OperationPlan; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/** Which operation: by `operationId`, or by `x-operation`, `"<METHOD> <path>"`. */
export type OperationName = { readonly operationId: string } | { readonly 'x-operation': unknown };

/** What planning draws on beside the document. */
export interface Planner {
  readonly plan: (name: OperationName) => PlannedOperation;
}

/**
 * Plans operations of one document: each becomes one small JSON value that holds all a call needs (profile P12). Only
 * what an operation reaches is looked at; what it asks for and nothing here can do is the reason of a refusal.
 */
export function createPlanner(document: OpenApiDocument): Planner {
  let operations: OperationIndex | undefined;
  return {
    plan: (name) => {
      try {
        const found =
          'operationId' in name
            ? findById((operations ??= indexOperations(document)), name.operationId)
            : findByPath(document, name['x-operation']);
        return planFound(document, found);
      } catch (error) {
        if (error instanceof DocumentFault) return { ok: false, reason: error.message };
        throw error;
      }
    },
  };
}

function planFound(document: OpenApiDocument, found: FoundOperation): PlannedOperation {
  const scope = schemaScope(document, 'request');
  const { origin, basePath } = serverOf(document, found);
  const declared = declaredParameters(document, found);
  const parameters = planParameters(scope, declared);
  const body = planRequestBody(scope, found, declared);
  const { args, ...named } = nameArguments(parameters, body, scope.defs);
  const path = planPath(basePath, found.path, named.parameters);
  const schema = checkedSchema(withDefinitions(args, scope.defs), scope);
  const { accept, mock } = planAnswer(document, found);
  const plan: OperationPlan = { version: 1, method: found.method, origin, path, ...named, accept, args: schema, mock };
  return { ok: true, plan, warnings: [...scope.warnings] };
}

function planParameters(scope: SchemaScope, declared: readonly DeclaredParameter[]): readonly PlannedParameter[] {
  const credentials = credentialParameters(scope.document);
  return declared
    .filter(({ name, in: place }) => place !== 'body' && place !== 'formData' && !isOwn(place, name, credentials))
    .map((parameter) => planParameter(scope, parameter));
}

/** Profile P12: what the runtime or the Binding sets is not offered. */
function isOwn(place: string, name: string, credentials: ReadonlySet<string>): boolean {
  return (place === 'header' && isReservedHeader(name)) || credentials.has(credentialKey(place, name));
}

function planRequestBody(
  scope: SchemaScope,
  found: FoundOperation,
  declared: readonly DeclaredParameter[],
): PlannedBody | undefined {
  const media = bodyMedia(scope.document, found, declared);
  if (media === undefined) return undefined;
  if (found.method !== 'GET' && found.method !== 'HEAD') return planBody(scope, media);
  if (media.required) throw new DocumentFault(`${found.method} with a body is not defined by HTTP`);
  scope.warnings.add(`the body of this ${found.method} is not sent: HTTP gives it no meaning`);
  return undefined;
}

const withDefinitions = (args: JsonSchema, defs: JsonSchema): JsonSchema =>
  Object.keys(defs).length === 0 ? args : { ...args, $defs: defs };

/** The same bounds as for a verb's own `args` (profile P4); a body too large for them is left to the server. */
function checkedSchema(schema: JsonSchema, scope: SchemaScope): JsonSchema {
  const [fault] = checkArgsSchema(schema);
  if (fault === undefined) return schema;
  const open = Object.fromEntries(Object.keys(objectOf(schema['properties'])).map((name) => [name, true]));
  scope.warnings.add(
    `its arguments are checked by name only: their schema at ${fault.pointer} ${fault.reason}; narrow them with the verb's own args`,
  );
  const required = schema['required'] === undefined ? {} : { required: schema['required'] };
  return { type: 'object', properties: open, ...required, additionalProperties: false };
}
