/** One line without its line feed; `too_large` stands for a line whose bytes were let go. */
export type SplitLine = Buffer | 'too_large';

/** Cuts a stream of bytes at its line feeds, never holding more of one line than the limit. */
export interface LineSplitter {
  /** The lines that this piece completes. */
  readonly push: (piece: Buffer) => readonly SplitLine[];
  /** What stands behind the last line feed, if anything. */
  readonly end: () => readonly SplitLine[];
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** `maxBytes` bounds a line without its line ending. */
export function createLineSplitter(maxBytes: number): LineSplitter {
  let held: Buffer[] = [];
  let size = 0;
  const hold = (piece: Buffer): void => {
    size += piece.length;
    // One more than the limit is kept for a carriage return that does not count.
    if (size > maxBytes + 1) held = [];
    else if (piece.length > 0) held.push(piece);
  };
  const take = (): SplitLine => {
    const line = size > maxBytes + 1 ? 'too_large' : bounded(Buffer.concat(held), maxBytes);
    held = [];
    size = 0;
    return line;
  };
  return {
    push: (piece) => {
      const lines: SplitLine[] = [];
      let start = 0;
      for (let at = piece.indexOf(lineFeed); at !== -1; at = piece.indexOf(lineFeed, start)) {
        hold(piece.subarray(start, at));
        lines.push(take());
        start = at + 1;
      }
      hold(piece.subarray(start));
      return lines;
    },
    end: () => (size === 0 ? [] : [take()]),
  };
}

function bounded(line: Buffer, maxBytes: number): SplitLine {
  const text = line.at(-1) === carriageReturn ? line.subarray(0, -1) : line;
  return text.length > maxBytes ? 'too_large' : text;
}
