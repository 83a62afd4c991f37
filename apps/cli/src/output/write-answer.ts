import { serializeResult, type ResultEnvelope } from '@hcp/pipeline';
import { escapeJson } from './escape-text.js';
import { mayBeTerminal } from './may-be-terminal.js';
import { writeAll } from './write-all.js';

/** One result envelope as one line on standard output; `false` when its reader is gone. */
export function writeAnswer(envelope: ResultEnvelope): boolean {
  return writeAnswerLine(serializeResult(envelope));
}

/** The same for an envelope that is its text already, such as a daemon's. */
export function writeAnswerLine(line: string): boolean {
  return writeAll(1, `${mayBeTerminal() ? escapeJson(line) : line}\n`);
}
