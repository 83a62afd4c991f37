import type { Host } from '@hcp/host';
import type { Ports } from '@hcp/pipeline';
import { openHost } from '../open-host.js';
import { describeFailure } from '../output/describe-failure.js';
import { writeAll } from '../output/write-all.js';
import type { CallOptions } from './exec-request.js';
import { failCall } from './fail-call.js';
import { createInterruption, type Interruption } from './interruption.js';

/** Everything a command line with one or many calls holds on to. */
export interface CallSite {
  readonly ports: Ports;
  readonly options: CallOptions;
  readonly interruption: Interruption;
}

/** Opens the host for some calls and closes it behind them, whatever happens; answers the exit status. */
export async function atCallSite(options: CallOptions, work: (site: CallSite) => Promise<number>): Promise<number> {
  const interruption = createInterruption();
  let host: Host | undefined;
  try {
    host = openHost(options.verbose);
    return await work({ ports: await host.ports(), options, interruption });
  } catch (error) {
    return failCall(error, options.verbose);
  } finally {
    interruption.release();
    if (host !== undefined) await close(host);
  }
}

/** The answer is out; what fails now is for the operator and changes no exit status (profile P2 step 9). */
async function close(host: Host): Promise<void> {
  try {
    await host.close();
  } catch (error) {
    writeAll(2, `hcp: the audit log is not closed: ${describeFailure(error).message}\n`);
  }
}
