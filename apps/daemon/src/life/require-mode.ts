import type { DaemonHost } from '@hcp/host';
import { HcpError } from '@hcp/pipeline';

/**
 * Refuses to start where the mode does not work (profile P9): no program is run with less around it than the operator
 * asked for, and a daemon asks for a sandbox unless told otherwise.
 */
export async function requireMode(host: DaemonHost): Promise<void> {
  const fault = await host.sandboxFault();
  if (fault === undefined) return;
  throw new HcpError(
    'mode_not_available',
    `a daemon runs programs in sandbox.mode "sandbox" unless it is configured otherwise, and that does not work here: ${fault}`,
  );
}
