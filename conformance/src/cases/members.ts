import { memberOf, plainOf, type JsonNode } from '../json/json-node.js';

/** A case that is not in the format; the message names the place. */
export class CaseFault extends Error {}

/** Refuses a member that the format does not have: a misspelt `ran` would prove nothing. */
export function onlyMembers(node: JsonNode, known: readonly string[], place: string): void {
  if (node.kind !== 'object') throw new CaseFault(`${place} must be an object`);
  const unknown = node.members.find(({ key }) => !known.includes(key));
  if (unknown !== undefined) throw new CaseFault(`${place} has an unknown key ${JSON.stringify(unknown.key)}`);
}

export function required(node: JsonNode, key: string): JsonNode {
  const found = memberOf(node, key);
  if (found === undefined) throw new CaseFault(`/${key} is missing`);
  return found;
}

export function textOf(node: JsonNode, place: string): string {
  if (node.kind !== 'string') throw new CaseFault(`${place} must be a string`);
  return node.value;
}

export function booleanOf(node: JsonNode, place: string): boolean {
  if (node.kind !== 'literal' || node.raw === 'null') throw new CaseFault(`${place} must be true or false`);
  return node.raw === 'true';
}

export function textsOf(node: JsonNode, place: string): readonly string[] {
  if (node.kind !== 'array') throw new CaseFault(`${place} must be an array of strings`);
  return node.items.map((item, index) => textOf(item, `${place}/${index}`));
}

export function oneOf<T extends string>(node: JsonNode, allowed: readonly T[], place: string): T {
  const text = textOf(node, place);
  const found = allowed.find((one) => one === text);
  if (found === undefined) throw new CaseFault(`${place} must be one of ${allowed.join(', ')}, not ${text}`);
  return found;
}

/** The members of an object over defaults; `null` stays `null`. */
export function settingsOf<T extends object>(node: JsonNode | undefined, defaults: T, place: string): T | null {
  if (node === undefined) return defaults;
  if (node.kind === 'literal' && node.raw === 'null') return null;
  onlyMembers(node, Object.keys(defaults), place);
  return { ...defaults, ...(plainOf(node) as Partial<T>) };
}
