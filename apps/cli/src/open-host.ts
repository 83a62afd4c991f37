import { createHost, type Host } from '@hcp/host';
import { readEnvironment } from './environment.js';
import { isTerminal } from './is-terminal.js';
import { escapeText } from './output/escape-text.js';
import { writeAll } from './output/write-all.js';

/** The host of this user. What only the operator may know goes to a terminal, or anywhere with `verbose`. */
export function openHost(verbose: boolean): Host {
  return createHost({
    ...readEnvironment(),
    onNotice: ({ message }) => {
      if (verbose || isTerminal(2)) writeAll(2, `hcp: ${escapeText(message)}\n`);
    },
  });
}
