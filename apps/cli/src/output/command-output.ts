import { escapeJson, escapeLines, escapeText } from './escape-text.js';
import { mayBeTerminal } from './may-be-terminal.js';
import { writeAll } from './write-all.js';

/** Where a management command's answer goes: text for people, or one JSON document (profile P11). */
export interface CommandOutput {
  readonly json: boolean;
  /** Writes the answer: `value` as JSON, or the lines that `people` makes of it, escaped. */
  readonly answer: (value: unknown, people: () => readonly string[]) => void;
  /** Writes JSON texts as they stand, a line each; `false` when the reader is gone. */
  readonly jsonLines: (lines: readonly string[]) => boolean;
  /** Writes a text as it stands, escaped line by line for a terminal. */
  readonly text: (text: string) => void;
  /** Something people should know beside the answer; the JSON answer holds it anyway. */
  readonly remark: (text: string) => void;
}

export function createOutput(json: boolean): CommandOutput {
  const jsonLines = (lines: readonly string[]): boolean => {
    const text = lines.map((line) => `${line}\n`).join('');
    return writeAll(1, mayBeTerminal() ? text.split('\n').map(escapeJson).join('\n') : text);
  };
  return {
    json,
    answer: (value, people) => {
      if (json) jsonLines([JSON.stringify(value)]);
      else
        writeAll(
          1,
          people()
            .map((line) => `${escapeText(line)}\n`)
            .join(''),
        );
    },
    jsonLines,
    text: (text) => void writeAll(1, mayBeTerminal() ? escapeLines(text) : text),
    remark: (text) => {
      if (!json) writeAll(2, `hcp: ${escapeText(text)}\n`);
    },
  };
}
