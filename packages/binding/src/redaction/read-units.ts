/** Takes a unit and the piece of the text it was read from. */
export type UnitSink = (unit: number, start: number, end: number) => void;

const backslash = 0x5c;
const percent = 0x25;
/** Stands for a byte that is no part of UTF-8. */
const replacement = 0xfffd;

const escapedUnits: ReadonlyMap<number, number> = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }).map(
    ([letter, unit]) => [letter.charCodeAt(0), unit.charCodeAt(0)],
  ),
);

/** Gives every UTF-16 unit of a text with JSON escapes undone; a backslash that begins none stands for itself. */
export function readJsonUnits(text: string, sink: UnitSink): void {
  const reader = new UnitReader(text);
  for (let at = 0; at < text.length; at = reader.end) {
    reader.readEscaped(at);
    sink(reader.unit, at, reader.end);
  }
}

/**
 * Gives every UTF-16 unit of a text with JSON escapes and then percent-encoding (of UTF-8) undone. A percent sign
 * that begins no encoded byte stands for itself.
 */
export function readDecodedUnits(text: string, sink: UnitSink): void {
  const reader = new UnitReader(text);
  for (let at = 0; at < text.length; at = reader.end) {
    const code = reader.readCharacter(at);
    if (code < 0x10000) {
      sink(code, at, reader.end);
    } else {
      sink(0xd800 + ((code - 0x10000) >> 10), at, reader.end);
      sink(0xdc00 + ((code - 0x10000) & 0x3ff), at, reader.end);
    }
  }
}

/** A cursor that leaves what it read in its fields: no object for each of ten million characters. */
class UnitReader {
  unit = 0;
  end = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Reads one unit, a JSON escape undone, into `unit` and `end`. */
  readEscaped(at: number): void {
    this.unit = this.text.charCodeAt(at);
    this.end = at + 1;
    if (this.unit !== backslash) return;
    const letter = this.text.charCodeAt(at + 1);
    if (letter === 0x75) {
      this.readUnicodeEscape(at);
      return;
    }
    const unit = escapedUnits.get(letter);
    if (unit === undefined) return;
    this.unit = unit;
    this.end = at + 2;
  }

  /** Reads one unit, or one code point out of percent-encoded bytes, and answers it; `end` stands behind it. */
  readCharacter(at: number): number {
    this.readEscaped(at);
    if (this.unit !== percent) return this.unit;
    const plainEnd = this.end;
    const lead = this.readByte(at);
    if (lead === -1) {
      this.end = plainEnd;
      return percent;
    }
    if (lead < 0x80) return lead;
    return this.readContinuation(lead);
  }

  /** The rest of a character of two to four bytes whose first byte ends at `end`. */
  private readContinuation(lead: number): number {
    const leadEnd = this.end;
    const following = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    let code = lead & (0x3f >> following);
    for (let index = 0; index < following; index += 1) {
      const byte = this.readByte(this.end);
      if ((byte & 0xc0) !== 0x80 || byte === -1) {
        this.end = leadEnd;
        return replacement;
      }
      code = (code << 6) | (byte & 0x3f);
    }
    return code > 0x10ffff ? replacement : code;
  }

  /** One percent-encoded byte, `end` behind it; -1 when there is none at this place. */
  private readByte(at: number): number {
    if (at >= this.text.length) return -1;
    this.readEscaped(at);
    if (this.unit !== percent) return -1;
    this.readEscaped(this.end);
    const high = hexDigit(this.unit);
    this.readEscaped(this.end);
    const low = hexDigit(this.unit);
    return high === -1 || low === -1 ? -1 : high * 16 + low;
  }

  private readUnicodeEscape(at: number): void {
    let unit = 0;
    for (let index = at + 2; index < at + 6; index += 1) {
      const digit = hexDigit(this.text.charCodeAt(index));
      if (digit === -1) return;
      unit = unit * 16 + digit;
    }
    this.unit = unit;
    this.end = at + 6;
  }
}

function hexDigit(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 && unit < 0x80 ? letter - 0x57 : -1;
}
