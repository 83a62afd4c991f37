import type { OperationSummary } from '../document/operations.js';
import type { JsonSchema, OperationPlan } from '../plan.js';
import { placeOf } from './choose-operations.js';
import { argumentsOf, exampleArgs, type ArgumentFacts } from './example-args.js';
import { oneLine } from './one-line.js';

/** One operation on its way to a verb. */
export interface DraftVerb {
  readonly key: string;
  readonly operation: OperationSummary;
  /** GET and HEAD read (RFC 9110); everything else is taken for a write. */
  readonly access: 'read' | 'write';
  readonly description: string;
  readonly args: readonly ArgumentFacts[];
  /** Absent where no example that would be accepted can be made. */
  readonly example?: Readonly<Record<string, unknown>>;
}

export function draftVerb(key: string, operation: OperationSummary, plan: OperationPlan): DraftVerb {
  const { method, summary, description, deprecated } = operation;
  const said = [summary, description].find((text) => text !== null && oneLine(text, 200) !== '') ?? placeOf(operation);
  const example = exampleArgs(plan.args);
  return {
    key,
    operation,
    access: method === 'GET' || method === 'HEAD' ? 'read' : 'write',
    description: `${deprecated ? 'Deprecated. ' : ''}${oneLine(said, 200)}`,
    args: argumentsOf(plan.args),
    ...(example === undefined ? {} : { example }),
  };
}

/** The verb as `surface.json` has it. `args` has the types, so that words of a command line are read as such. */
export function surfaceVerb({ key, operation, access, description, args }: DraftVerb): JsonSchema {
  const required = args.filter((one) => one.required).map(({ name }) => name);
  return {
    description,
    ...(key === operation.operationId ? {} : { 'x-operation': placeOf(operation) }),
    args: {
      type: 'object',
      properties: Object.fromEntries(args.map(({ name, types }) => [name, typed(types)])),
      ...(required.length === 0 ? {} : { required }),
    },
    policy: access,
  };
}

function typed(types: readonly string[]): JsonSchema {
  if (types.length === 0) return {};
  return { type: types.length === 1 ? types[0] : types };
}
