/** One JSON value that still knows its tokens: numbers keep their digits, strings their escapes, objects their order. */
export type JsonNode = JsonObjectNode | JsonArrayNode | JsonStringNode | JsonNumberNode | JsonLiteralNode;

interface Place {
  /** Offsets in the text that was read. */
  readonly start: number;
  readonly end: number;
}

export interface JsonMember {
  readonly key: string;
  /** The key as spelled, in its quotes. */
  readonly rawKey: string;
  readonly value: JsonNode;
}

export interface JsonObjectNode extends Place {
  readonly kind: 'object';
  readonly members: readonly JsonMember[];
}

export interface JsonArrayNode extends Place {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
}

export interface JsonStringNode extends Place {
  readonly kind: 'string';
  readonly raw: string;
  readonly value: string;
}

export interface JsonNumberNode extends Place {
  readonly kind: 'number';
  readonly raw: string;
}

export interface JsonLiteralNode extends Place {
  readonly kind: 'literal';
  readonly raw: 'true' | 'false' | 'null';
}

/** A member's value by its exact key. */
export function memberOf(node: JsonNode, key: string): JsonNode | undefined {
  return node.kind === 'object' ? node.members.find((member) => member.key === key)?.value : undefined;
}

/** The value as plain data, for parts whose digits do not matter. */
export function plainOf(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(node.members.map(({ key, value }) => [key, plainOf(value)]));
    case 'array':
      return node.items.map(plainOf);
    case 'string':
      return node.value;
    case 'number':
      return Number(node.raw);
    case 'literal':
      return node.raw === 'null' ? null : node.raw === 'true';
  }
}

/** The value token for token, without white space between the tokens. */
export function compactOf(node: JsonNode): string {
  switch (node.kind) {
    case 'object':
      return `{${node.members.map(({ rawKey, value }) => `${rawKey}:${compactOf(value)}`).join(',')}}`;
    case 'array':
      return `[${node.items.map(compactOf).join(',')}]`;
    case 'string':
    case 'number':
    case 'literal':
      return node.raw;
  }
}
