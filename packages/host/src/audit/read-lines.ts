import { readSync } from 'node:fs';

/** A stretch of a log file up to a line feed, or up to the end of what was asked for. */
export interface FileLine {
  /** Without the line feed. Valid until the next line is asked for. */
  readonly bytes: Buffer;
  /** Offsets in the file; `end` is behind the line feed. */
  readonly start: number;
  readonly end: number;
  /** `false`: no line feed ends it. */
  readonly complete: boolean;
}

const chunkBytes = 256 * 1024;
/** No record is as long; what is, is no record, and memory stays bounded. */
const longestLine = 8 * 1024 * 1024;
const lineFeed = 0x0a;

/** The lines of an open file between two offsets. One that is too long ends the reading as an incomplete one. */
export function* readLines(descriptor: number, from: number, to: number): Generator<FileLine> {
  let carried: Buffer = Buffer.alloc(0);
  let start = from;
  for (let position = from; position < to;) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, to - position));
    const count = readSync(descriptor, chunk, 0, chunk.length, position);
    if (count === 0) break;
    position += count;
    let rest = carried.length === 0 ? chunk.subarray(0, count) : Buffer.concat([carried, chunk.subarray(0, count)]);
    for (let found = rest.indexOf(lineFeed); found >= 0; found = rest.indexOf(lineFeed)) {
      const end = start + found + 1;
      yield { bytes: rest.subarray(0, found), start, end, complete: true };
      rest = rest.subarray(found + 1);
      start = end;
    }
    carried = rest;
    if (carried.length > longestLine) break;
  }
  if (carried.length > 0) yield { bytes: carried, start, end: start + carried.length, complete: false };
}

/** The complete lines of the first `size` bytes of an open file, newest first. */
export function* readLinesBackwards(descriptor: number, size: number): Generator<Buffer> {
  let carried: Buffer = Buffer.alloc(0);
  // What stands behind the last line feed is no complete line.
  let inTail = true;
  for (let position = size; position > 0;) {
    const length = Math.min(chunkBytes, position);
    const chunk = Buffer.allocUnsafe(length);
    position -= length;
    if (readSync(descriptor, chunk, 0, length, position) !== length) return;
    let rest = carried.length === 0 ? chunk : Buffer.concat([chunk, carried]);
    for (let found = rest.lastIndexOf(lineFeed); found >= 0; found = rest.lastIndexOf(lineFeed)) {
      if (!inTail) yield rest.subarray(found + 1);
      inTail = false;
      rest = rest.subarray(0, found);
    }
    carried = rest;
    if (carried.length > longestLine) return;
  }
  if (!inTail) yield carried;
}
