import type { JsonMember, JsonNode } from './json-node.js';

/** A text that is not exactly one JSON document; the message says why and where. */
export class JsonFault extends Error {}

const deepest = 2000;
const space = /[ \t\n\r]*/y;
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y; // eslint-disable-line no-control-regex -- RFC 8259 §7
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literal = /true|false|null/y;

/**
 * Reads exactly one JSON document with its tokens (RFC 8259). Throws {@link JsonFault}, also for a duplicate key and
 * for text before or behind the document.
 */
export function readJson(text: string): JsonNode {
  const reader = new Reader(text);
  const node = reader.value(0);
  reader.end();
  return node;
}

class Reader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  value(depth: number): JsonNode {
    if (depth > deepest) throw this.fault(`nested deeper than ${deepest} levels`);
    this.match(space);
    const start = this.at;
    const first = this.text[start];
    if (first === '{') return { kind: 'object', members: this.members(depth), start, end: this.at };
    if (first === '[') return { kind: 'array', items: this.items(depth), start, end: this.at };
    if (first === '"') {
      const raw = this.string();
      return { kind: 'string', raw, value: JSON.parse(raw) as string, start, end: this.at };
    }
    const digits = this.match(number);
    if (digits !== undefined && digits !== '') return { kind: 'number', raw: digits, start, end: this.at };
    const raw = this.match(literal);
    if (raw === undefined) throw this.fault('no JSON value');
    return { kind: 'literal', raw: raw as 'true' | 'false' | 'null', start, end: this.at };
  }

  end(): void {
    this.match(space);
    if (this.at < this.text.length) throw this.fault('text behind the JSON document');
  }

  private members(depth: number): JsonMember[] {
    const members: JsonMember[] = [];
    const keys = new Set<string>();
    this.list('}', () => {
      const rawKey = this.string();
      const key = JSON.parse(rawKey) as string;
      if (keys.has(key)) throw this.fault(`duplicate key ${JSON.stringify(key)}`);
      keys.add(key);
      this.match(space);
      this.expect(':');
      members.push({ key, rawKey, value: this.value(depth + 1) });
    });
    return members;
  }

  private items(depth: number): JsonNode[] {
    const items: JsonNode[] = [];
    this.list(']', () => items.push(this.value(depth + 1)));
    return items;
  }

  private list(close: string, element: () => void): void {
    this.at += 1;
    this.match(space);
    if (this.text[this.at] === close) {
      this.at += 1;
      return;
    }
    for (;;) {
      this.match(space);
      element();
      this.match(space);
      if (this.text[this.at] !== ',') break;
      this.at += 1;
    }
    this.expect(close);
  }

  private string(): string {
    const raw = this.match(string);
    if (raw === undefined) throw this.fault('no JSON string');
    return raw;
  }

  private expect(character: string): void {
    if (this.text[this.at] !== character) throw this.fault(`${JSON.stringify(character)} is missing`);
    this.at += 1;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private fault(reason: string): JsonFault {
    const before = this.text.slice(0, this.at);
    const line = before.split('\n').length;
    return new JsonFault(`${reason} (line ${line}, column ${this.at - before.lastIndexOf('\n')})`);
  }
}
