import { envelopeLimits } from '@hcp/pipeline';
import type { Answering } from './answering.js';
import { createLineSplitter, type SplitLine } from './split-lines.js';
import { openStandardInput } from './standard-input.js';

/** Space, tab, carriage return: what JSON passes over within a line. */
const blanks: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d]);
/** Longer than any envelope, so that the one check of size words the answer. */
const tooLarge = new Uint8Array(envelopeLimits.maxBytes + 1);

/**
 * Answers an envelope a line until the input ends: 0 there, 1 when a signal or a reader that went away ended it
 * before (profile P11 `exec --jsonl`). One call at a time, in order; no more is read than is answered.
 */
export async function executeLines(answering: Answering): Promise<number> {
  const input = openStandardInput(answering.interruption);
  const splitter = createLineSplitter(envelopeLimits.maxBytes);
  try {
    for (;;) {
      const piece = await input.read();
      const lines = piece === undefined ? splitter.end() : splitter.push(piece);
      for (const line of lines) {
        if (answering.interruption.signal.aborted) return 1;
        if (!(await answerLine(line, answering))) return 1;
      }
      if (answering.interruption.signal.aborted) return 1;
      if (piece === undefined) return 0;
    }
  } finally {
    input.close();
  }
}

async function answerLine(line: SplitLine, answering: Answering): Promise<boolean> {
  if (line !== 'too_large' && line.every((byte) => blanks.has(byte))) return true;
  const { delivered } = await answering.answer(line === 'too_large' ? tooLarge : line);
  return delivered;
}
