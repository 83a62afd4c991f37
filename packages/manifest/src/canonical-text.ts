import { isJsonObject } from './json-object.js';

/** One text for all JSON values that are equal: member names in code unit order, no white space, `-0` as `0`. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`);
  return `{${members.join(',')}}`;
}
