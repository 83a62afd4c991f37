import type { DaemonHost } from '@hcp/host';
import { HcpError } from '@hcp/pipeline';

/**
 * Refuses to start in a mode that this version cannot run (profile P9): no program is run with less around it than
 * the operator asked for, and a daemon asks for a sandbox unless told otherwise.
 */
export async function requireMode(host: DaemonHost): Promise<void> {
  const mode = await host.sandboxMode();
  if (mode === 'native-local') return;
  throw new HcpError(
    'mode_not_available',
    `a daemon runs programs in sandbox.mode "${mode}" unless it is configured otherwise, and this version does not have that mode; ` +
      `to run them without a sandbox: hcp config set sandbox.mode '"native-local"'`,
  );
}
