import { isTerminal } from '../is-terminal.js';
import { escapeText } from './escape-text.js';
import { writeAll } from './write-all.js';

const delayMs = 1000;

/** Says on a terminal's standard error what is going on once it has taken a second; the answer ends the watch. */
export function watchProgress(what: string): () => void {
  const timer = setTimeout(() => {
    if (isTerminal(2)) writeAll(2, `hcp: ${escapeText(what)} is still running …\n`);
  }, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
}
