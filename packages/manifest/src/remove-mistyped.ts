import type { SchemaError } from './describe-schema-error.js';
import { isJsonObject, type JsonObject } from './json-object.js';

const typeKeywords: ReadonlySet<string> = new Set(['type', 'enum', 'const']);

/**
 * A copy of a JSON object without the members that its schema's errors say have a wrong type or an unknown value;
 * an array with one such item goes as a whole. What is left has the types the schema promises, apart from
 * members that are required and missing.
 */
export function removeMistyped(value: JsonObject, errors: readonly SchemaError[]): JsonObject {
  const mistyped = errors.filter(({ keyword }) => typeKeywords.has(keyword)).map(({ instancePath }) => instancePath);
  if (mistyped.length === 0) return value;
  return copyWithout(value, { mistyped: new Set(mistyped), around: new Set(mistyped.flatMap(ancestors)) }, '');
}

interface Places {
  readonly mistyped: ReadonlySet<string>;
  /** Everything that holds something mistyped. */
  readonly around: ReadonlySet<string>;
}

function copyWithout(value: JsonObject, places: Places, path: string): JsonObject {
  const kept = Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
    const place = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (places.mistyped.has(place)) return [];
    if (!places.around.has(place)) return [[key, member]];
    return isJsonObject(member) ? [[key, copyWithout(member, places, place)]] : [];
  });
  return Object.fromEntries(kept);
}

function ancestors(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1, -1).map((_, index) => parts.slice(0, index + 2).join('/'));
}
