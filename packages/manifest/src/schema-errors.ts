import { describeSchemaError, pathOfSchemaError, type SchemaError } from './describe-schema-error.js';
import { firstIssues, mostIssues } from './first-issues.js';
import { invalidAt } from './issue.js';
import type { Issue } from './manifest.js';
import { valueAt } from './value-at.js';

/** What the errors of a standalone validator were found in. */
export interface SchemaErrorSource {
  /** The JSON value that was validated. */
  readonly value: unknown;
  /** The generated `…PatternReasons` of the same schema. */
  readonly patternReasons?: Readonly<Record<string, string>>;
}

/**
 * Turns the errors of a generated validator into issues `invalid_meta: <path> <reason>` (profile P4), one for
 * each thing to change, at most a thousand. For files that hold no secret: a reason quotes a short value received.
 */
export function issuesOfSchemaErrors(errors: readonly SchemaError[], source: SchemaErrorSource): readonly Issue[] {
  return firstIssues(describedErrors(errors, source));
}

/** As many as can be listed, and one more when there are more. */
export function describedErrors(errors: readonly SchemaError[], source: SchemaErrorSource): readonly Issue[] {
  const wrongTypes = new Set(errors.filter(({ keyword }) => keyword === 'type').map((error) => error.instancePath));
  const wanted = errors.filter((error) => !isPartOfAnother(error, wrongTypes));
  return wanted.slice(0, mostIssues + 1).map((error) => {
    const received = error.propertyName ?? valueAt(source.value, error.instancePath);
    const context = { received, show: 'value', patternReasons: source.patternReasons ?? {} } as const;
    return invalidAt(pathOfSchemaError(error), missingOneOf(error, errors) ?? describeSchemaError(error, context));
  });
}

/**
 * What says nothing that the error beside it does not: a branch of an `anyOf`, the summary of a refused name,
 * the allowed values of something of another type.
 */
function isPartOfAnother(error: SchemaError, wrongTypes: ReadonlySet<string>): boolean {
  if (error.keyword === 'propertyNames' || /\/(?:anyOf|oneOf)\/\d+\//.test(error.schemaPath)) return true;
  return (error.keyword === 'enum' || error.keyword === 'const') && wrongTypes.has(error.instancePath);
}

/** An `anyOf` whose branches each ask for a member is named by those members. */
function missingOneOf(error: SchemaError, errors: readonly SchemaError[]): string | undefined {
  if (error.keyword !== 'anyOf') return undefined;
  const branches = errors.filter(
    ({ schemaPath, instancePath }) =>
      schemaPath.startsWith(`${error.schemaPath}/`) && instancePath === error.instancePath,
  );
  const members = branches.map(({ params }) => params['missingProperty']);
  return members.every((member) => typeof member === 'string') ? `must have ${members.join(' or ')}` : undefined;
}
