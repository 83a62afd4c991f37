import type { ErrorObject } from 'ajv';

/** Keywords whose own error only says that an inner one was found just before. */
const summaries: ReadonlySet<string> = new Set(['if', 'propertyNames']);

/**
 * The one error to report. The compiler stops at the first failure and reports it outermost last: an `anyOf` says
 * more than the first of its branches, an `if` less than what failed inside it.
 */
export function outermostError(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const last = errors.at(-1);
  if (last === undefined) return undefined;
  if (summaries.has(last.keyword)) return outermostError(errors.slice(0, -1)) ?? last;
  return { ...last, params: withValues(last.params) };
}

/** The values of `enum` and `const` are compiled as texts. */
function withValues(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { allowedValues, allowedValue } = params;
  if (Array.isArray(allowedValues))
    return { allowedValues: allowedValues.map((text) => JSON.parse(String(text)) as unknown) };
  return typeof allowedValue === 'string' ? { allowedValue: JSON.parse(allowedValue) as unknown } : params;
}
