import { createInterface } from 'node:readline/promises';
import { escapeText } from '../output/escape-text.js';
import { writeAll } from '../output/write-all.js';

/** Shows lines and asks on standard error. Only `y` or `yes` confirms; an end of input or an interruption does not. */
export async function confirmOnTerminal(lines: readonly string[], question: string): Promise<boolean> {
  writeAll(2, lines.map((line) => `${escapeText(line)}\n`).join(''));
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: true });
  const ended = new AbortController();
  terminal.once('close', () => ended.abort());
  terminal.once('SIGINT', () => terminal.close());
  try {
    const answer = await terminal.question(`${escapeText(question)} [y/N] `, { signal: ended.signal });
    return /^y(?:es)?$/i.test(answer.trim());
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return false;
    throw error;
  } finally {
    terminal.close();
  }
}
