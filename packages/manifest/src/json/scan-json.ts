import { isUnsafeInteger } from './exact-integer.js';
import { pointer } from './pointer.js';

/** What a JSON text may hold beyond the grammar. */
export interface ScanLimits {
  /** The outermost value has depth 1 when it is an object or array; each one inside adds one; scalars none. */
  readonly maxDepth: number;
  /** Refuse an integer that a double cannot carry exactly (profile P1). */
  readonly exactIntegers: boolean;
}

export type ScannedJson =
  /** `compact` is the text token for token, without insignificant white space. */
  { readonly ok: true; readonly compact: string } | { readonly ok: false; readonly reason: string };

/** Checks that a text is exactly one JSON text (RFC 8259) without duplicate keys, in one pass and without recursion. */
export function scanJson(text: string, limits: ScanLimits): ScannedJson {
  const scanner = new Scanner(text, limits);
  try {
    return { ok: true, compact: scanner.scan() };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.message };
    throw error;
  }
}

class Refused extends Error {}

/** An object or array that is open: its keys so far, and where the scan stands in it. */
interface Frame {
  readonly keys: Set<string> | undefined;
  at: string | number;
}

const quote = 0x22;
const backslash = 0x5c;
// eslint-disable-next-line no-control-regex -- RFC 8259 forbids raw control characters in a string; this finds them
const stringEnd = /["\\\u0000-\u001f]/g;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literal = /true|false|null/y;
const space = /[ \t\n\r]+/y;

class Scanner {
  private readonly text: string;
  private readonly limits: ScanLimits;
  private readonly frames: Frame[] = [];
  private readonly pieces: string[] = [];
  private index = 0;
  private pieceStart = 0;

  constructor(text: string, limits: ScanLimits) {
    this.text = text;
    this.limits = limits;
  }

  scan(): string {
    this.skipSpace();
    this.value();
    while (this.frames.length > 0) this.afterValue();
    if (this.index < this.text.length) this.refuse('unexpected text after the JSON value');
    return this.compact();
  }

  /** Reads a scalar whole, or opens an object or array and reads up to its first value. */
  private value(): void {
    for (;;) {
      const character = this.text[this.index];
      if (character === '{') {
        if (this.open(new Set(), '}')) return;
        this.key();
      } else if (character === '[') {
        if (this.open(undefined, ']')) return;
      } else {
        this.scalar(character);
        return;
      }
    }
  }

  /** Answers whether the object or array is empty, hence complete. */
  private open(keys: Set<string> | undefined, close: string): boolean {
    if (this.frames.length >= this.limits.maxDepth) {
      this.refuse(`nested deeper than ${this.limits.maxDepth.toString()} levels`);
    }
    this.step();
    if (this.text[this.index] === close) {
      this.step();
      return true;
    }
    this.frames.push({ keys, at: 0 });
    return false;
  }

  /** After a complete value inside an object or array: a comma and the next value, or the end of it. */
  private afterValue(): void {
    const frame = this.frames[this.frames.length - 1];
    if (frame === undefined) return;
    const character = this.text[this.index];
    if (character === (frame.keys === undefined ? ']' : '}')) {
      this.frames.pop();
      this.step();
      return;
    }
    if (character !== ',') this.unexpected();
    this.step();
    if (frame.keys === undefined) frame.at = Number(frame.at) + 1;
    else this.key();
    this.value();
  }

  private key(): void {
    const frame = this.frames[this.frames.length - 1];
    if (frame?.keys === undefined || this.text[this.index] !== '"') this.unexpected();
    const start = this.index;
    this.string();
    const raw = this.text.slice(start, this.index);
    const name = raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1);
    if (frame.keys.has(name)) this.refuse(`duplicate key ${shown(name)} in ${this.path(this.frames.length - 1)}`);
    frame.keys.add(name);
    frame.at = name;
    this.skipSpace();
    if (this.text[this.index] !== ':') this.unexpected();
    this.step();
  }

  private scalar(character: string | undefined): void {
    if (character === '"') {
      this.string();
    } else {
      const start = this.index;
      if (this.match(number)) this.checkNumber(this.text.slice(start, this.index));
      else if (!this.match(literal)) this.unexpected();
    }
    this.skipSpace();
  }

  private checkNumber(token: string): void {
    if (!this.limits.exactIntegers || !isUnsafeInteger(token)) return;
    throw new Refused(`${this.path(this.frames.length)} is an integer JSON cannot carry exactly; send it as a string`);
  }

  private string(): void {
    this.index += 1;
    for (;;) {
      stringEnd.lastIndex = this.index;
      const found = stringEnd.exec(this.text);
      if (found === null) {
        this.index = this.text.length;
        this.unexpected();
      }
      this.index = found.index;
      const code = this.text.charCodeAt(this.index);
      if (code === quote) break;
      if (code !== backslash || !this.match(escape)) this.unexpected();
    }
    this.index += 1;
  }

  private match(pattern: RegExp): boolean {
    pattern.lastIndex = this.index;
    if (!pattern.test(this.text)) return false;
    this.index = pattern.lastIndex;
    return true;
  }

  /** Passes one punctuation character and the white space behind it. */
  private step(): void {
    this.index += 1;
    this.skipSpace();
  }

  private skipSpace(): void {
    const code = this.text.charCodeAt(this.index);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    this.pieces.push(this.text.slice(this.pieceStart, this.index));
    this.match(space);
    this.pieceStart = this.index;
  }

  private compact(): string {
    if (this.pieces.length === 0) return this.text;
    this.pieces.push(this.text.slice(this.pieceStart, this.index));
    return this.pieces.join('');
  }

  private path(depth: number): string {
    return pointer(this.frames.slice(0, depth).map((frame) => frame.at));
  }

  private unexpected(): never {
    this.refuse(this.index >= this.text.length ? 'not JSON: it ends too early' : 'not JSON: unexpected character');
  }

  /** The text itself is never quoted: it may hold a secret. */
  private refuse(reason: string): never {
    const before = this.text.slice(0, this.index);
    const line = before.split('\n').length;
    const column = this.index - before.lastIndexOf('\n');
    throw new Refused(`${reason} (line ${line.toString()}, column ${column.toString()})`);
  }
}

function shown(name: string): string {
  return JSON.stringify(name.length > 64 ? `${name.slice(0, 64)}…` : name);
}
