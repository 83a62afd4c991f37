import { createHost, readEnvironment, type Host } from '@hcp/host';
import { describeFailure } from './output/describe-failure.js';
import { escapeText } from './output/escape-text.js';
import { writeAll } from './output/write-all.js';

/**
 * The host of this user. Who runs `hcp` is the operator (profile P6), so what the operator has to know goes to standard
 * error; the envelope on standard output never holds it.
 */
export function openHost(): Host {
  return createHost({
    ...readEnvironment(process.env),
    ownsProcess: true,
    onNotice: ({ message }) => void writeAll(2, `hcp: ${escapeText(message)}\n`),
  });
}

/** Flushes the audit log. The answer is out by then, so what fails is said on standard error only; answers whether. */
export async function closeHost(host: Host): Promise<boolean> {
  try {
    await host.close();
    return true;
  } catch (error) {
    writeAll(2, `hcp: the audit log is not flushed: ${describeFailure(error).text}\n`);
    return false;
  }
}
