import type { Host } from '@hcp/host';
import type { Ports } from '@hcp/pipeline';
import { closeHost, openHost } from '../open-host.js';
import type { CallOptions } from './exec-request.js';
import { createInterruption, type Interruption } from './interruption.js';

/** Everything a command line with one or many calls holds on to. */
export interface CallSite {
  readonly ports: Ports;
  readonly options: CallOptions;
  readonly interruption: Interruption;
}

/** Opens the host for some calls and closes it behind them, whatever happens; answers what `work` does. */
export async function atCallSite(options: CallOptions, work: (site: CallSite) => Promise<number>): Promise<number> {
  const interruption = createInterruption();
  let host: Host | undefined;
  try {
    host = openHost();
    return await work({ ports: await host.ports(), options, interruption });
  } finally {
    interruption.release();
    // What fails now is for the operator and changes no exit status (profile P2 step 9).
    if (host !== undefined) await closeHost(host);
  }
}
