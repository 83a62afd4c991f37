/** Says what is wrong with a value, naming it by its pointer and showing nothing of it, or nothing. */
export type Check = (value: unknown, pointer: string) => string | undefined;

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** `expected` completes "must be". */
export const mustBe = (pointer: string, expected: string, value: unknown): string =>
  `${pointer} must be ${expected}, received ${kindOf(value)}`;

/** A closed object: each member that is present passes its check, and there is no other. */
export function checkMembers(
  value: JsonObject,
  pointer: string,
  checks: ReadonlyMap<string, Check>,
): string | undefined {
  if (Object.keys(value).some((name) => !checks.has(name))) {
    return `${pointer === '' ? '/' : pointer} has an unknown member; known are ${[...checks.keys()].join(', ')}`;
  }
  for (const [name, check] of checks) {
    const problem = Object.hasOwn(value, name) ? check(value[name], `${pointer}/${name}`) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** An array of strings. */
export const isStringArray = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
