import { createHost, type Host } from '@hcp/host';
import { readEnvironment } from './environment.js';
import { isTerminal } from './is-terminal.js';
import { describeFailure } from './output/describe-failure.js';
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

/** Flushes the audit log. The answer is out by then, so what fails is said on standard error only; answers whether. */
export async function closeHost(host: Host): Promise<boolean> {
  try {
    await host.close();
    return true;
  } catch (error) {
    writeAll(2, `hcp: the audit log is not flushed: ${describeFailure(error).message}\n`);
    return false;
  }
}
