import { pointer } from '@hcp/manifest';

/** An object of `policy.json` and where it stands in the file. */
export interface Node {
  readonly path: readonly string[];
  readonly members: Readonly<Record<string, unknown>>;
}

/** The error of a member that is not what the policy's schema says. */
export function wrong(node: Node, key: string, rule: string): TypeError {
  return new TypeError(`policy.json: ${pointer([...node.path, key])} ${rule}; validate the pack again`);
}

export function rootNode(value: unknown): Node {
  return nodeOf(value, []);
}

/** The object that a member holds; `absent` where it is absent. */
export function nodeAt(node: Node, key: string, absent?: object): Node {
  return nodeOf(Object.hasOwn(node.members, key) ? node.members[key] : absent, [...node.path, key]);
}

export function text(node: Node, key: string): string {
  const value = own(node, key);
  if (typeof value !== 'string' || value === '') throw wrong(node, key, 'must be a text that is not empty');
  return value;
}

/** The texts of a list; none where the member is absent. */
export function texts(node: Node, key: string): readonly string[] {
  if (!Object.hasOwn(node.members, key)) return [];
  const value = own(node, key);
  const isText = (one: unknown): one is string => typeof one === 'string' && one !== '';
  if (!Array.isArray(value) || !value.every(isText))
    throw wrong(node, key, 'must be a list of texts that are not empty');
  return value;
}

/** One of the values that a member may hold, or `absent` where it is absent; without `absent` the member is required. */
export function choice<const Value, const Absent = never>(
  node: Node,
  key: string,
  options: { readonly among: readonly Value[]; readonly absent?: Absent },
): Value | Absent {
  if (options.absent !== undefined && !Object.hasOwn(node.members, key)) return options.absent;
  const found = options.among.find((candidate) => candidate === own(node, key));
  if (found === undefined)
    throw wrong(node, key, `must be one of ${options.among.map((one) => JSON.stringify(one)).join(', ')}`);
  return found;
}

/** A positive safe integer, or `absent` where the member is absent. */
export function limit(node: Node, key: string, absent: number): number {
  if (!Object.hasOwn(node.members, key)) return absent;
  const value = own(node, key);
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value <= 0) {
    throw wrong(node, key, 'must be an integer greater than 0');
  }
  return value;
}

function own(node: Node, key: string): unknown {
  return Object.hasOwn(node.members, key) ? node.members[key] : undefined;
}

function nodeOf(value: unknown, path: readonly string[]): Node {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`policy.json: ${pointer(path)} must be an object; validate the pack again`);
  }
  return { path, members: value as Readonly<Record<string, unknown>> };
}
