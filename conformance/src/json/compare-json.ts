import { compactOf, type JsonNode, type JsonObjectNode } from './json-node.js';

/** How strictly two values are held against each other. */
export interface Comparison {
  /** Members stand in the same order (profile P1). */
  readonly ordered: boolean;
  /** Strings are spelled with the same escapes, as inside a `result` that was JSON (profile P1). */
  readonly spelled: boolean;
}

interface Wildcard {
  readonly name: '$any' | '$match' | '$absent';
  readonly value: JsonNode;
}

/** The one member of a wildcard, `{"$any": true}`, `{"$match": "<regex>"}` or `{"$absent": true}`. */
export function wildcardOf(node: JsonNode): Wildcard | undefined {
  if (node.kind !== 'object') return undefined;
  const [member, more] = node.members;
  if (member === undefined || more !== undefined) return undefined;
  const { key, value } = member;
  return key === '$any' || key === '$match' || key === '$absent' ? { name: key, value } : undefined;
}

/** The first difference as a sentence that names its place, or `undefined` where the answer is as expected. */
export function compareJson(
  expected: JsonNode,
  actual: JsonNode,
  how: Comparison & { readonly path?: string },
): string | undefined {
  const path = how.path ?? '';
  const wildcard = wildcardOf(expected);
  if (wildcard !== undefined) return compareWildcard(wildcard, actual, path);
  if (expected.kind === 'object' && actual.kind === 'object') return compareObjects(expected, actual, { ...how, path });
  if (expected.kind === 'array' && actual.kind === 'array') {
    if (expected.items.length !== actual.items.length) {
      return `${place(path)} has ${actual.items.length} items, expected ${expected.items.length}: ${brief(actual)}`;
    }
    return first(expected.items, (item, index) =>
      compareJson(item, actual.items[index] ?? item, { ...how, path: `${path}/${index}` }),
    );
  }
  if (expected.kind === 'string' && actual.kind === 'string' && !how.spelled) {
    return expected.value === actual.value ? undefined : differs(expected, actual, path);
  }
  return compactOf(expected) === compactOf(actual) ? undefined : differs(expected, actual, path);
}

function compareObjects(
  expected: JsonObjectNode,
  actual: JsonObjectNode,
  how: Comparison & { readonly path: string },
): string | undefined {
  const wanted = expected.members.filter(({ value }) => wildcardOf(value)?.name !== '$absent');
  const names = wanted.map(({ key }) => key);
  const given = actual.members.map(({ key }) => key);
  const missing = names.find((key) => !given.includes(key));
  if (missing !== undefined) return `${how.path}/${missing} is missing: ${brief(actual)}`;
  const surplus = actual.members.find(({ key }) => !names.includes(key));
  if (surplus !== undefined) return `${how.path}/${surplus.key} is not expected: ${brief(surplus.value)}`;
  const difference = first(wanted, ({ key, rawKey, value }) => {
    const found = actual.members.find((member) => member.key === key);
    if (found === undefined) return `${how.path}/${key} is missing`;
    if (how.spelled && found.rawKey !== rawKey) return `${how.path}/${key} is spelled ${found.rawKey}, not ${rawKey}`;
    return compareJson(value, found.value, { ...how, path: `${how.path}/${key}` });
  });
  if (difference !== undefined || !how.ordered) return difference;
  const misplaced = names.findIndex((key, index) => given[index] !== key);
  return misplaced === -1
    ? undefined
    : `${place(how.path)} has its members in the order ${given.join(', ')}, expected ${names.join(', ')}`;
}

function compareWildcard({ name, value }: Wildcard, actual: JsonNode, path: string): string | undefined {
  if (name === '$any') return undefined;
  if (name === '$absent') return `${place(path)} is there and must be absent: ${brief(actual)}`;
  if (actual.kind !== 'string') return `${place(path)} is not a string: ${brief(actual)}`;
  const pattern = value.kind === 'string' ? value.value : '';
  return new RegExp(pattern, 'su').test(actual.value)
    ? undefined
    : `${place(path)} does not match ${pattern}: ${brief(actual)}`;
}

function differs(expected: JsonNode, actual: JsonNode, path: string): string {
  return `${place(path)} is ${brief(actual)}, expected ${brief(expected)}`;
}

function first<T>(items: readonly T[], find: (item: T, index: number) => string | undefined): string | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

function place(path: string): string {
  return path === '' ? '/' : path;
}

function brief(node: JsonNode): string {
  const text = compactOf(node);
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
