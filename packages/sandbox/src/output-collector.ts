/** Keeps what a stream delivers, up to a number of bytes. */
export interface OutputCollector {
  /** `false` once the limit is passed; then nothing is kept. */
  readonly take: (chunk: Buffer) => boolean;
  /** Bytes taken so far, those past the limit included. */
  readonly size: () => number;
  /** All of it, decoded at once: a character split between two reads is whole again, what is not UTF-8 is U+FFFD. */
  readonly text: () => string;
}

const EMPTY = Buffer.alloc(0);

/**
 * One growing buffer rather than a list of chunks: ten million reads of one byte must not cost more than ten megabytes.
 */
export function createOutputCollector(maxBytes: number): OutputCollector {
  let kept: Buffer = EMPTY;
  let size = 0;
  return {
    take: (chunk) => {
      const end = size + chunk.length;
      if (end > maxBytes) {
        kept = EMPTY;
        size = end;
        return false;
      }
      if (size === 0) kept = chunk;
      else {
        if (end > kept.length) {
          const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(end, kept.length * 2)));
          kept.copy(larger, 0, 0, size);
          kept = larger;
        }
        chunk.copy(kept, size);
      }
      size = end;
      return true;
    },
    size: () => size,
    text: () => kept.toString('utf8', 0, Math.min(size, kept.length)),
  };
}
