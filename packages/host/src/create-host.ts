import { assembleHost } from './assemble-host.js';
import type { Host, HostOptions } from './host.js';
import { openHostParts } from './host-parts.js';
import { createAuditPort } from './ports/audit-port.js';
import { cliDefaultMode } from './ports/operator-settings.js';

/**
 * Opens the runtime of one machine (profile P10). Touches no file before it is used, and loads what administers only
 * for the command that asks for it. Throws `TypeError` for a relative home.
 */
export const createHost = (options: HostOptions): Host => {
  const parts = openHostParts(options);
  return assembleHost(parts, {
    audit: createAuditPort(parts.audit.appendable),
    defaultMode: cliDefaultMode,
    authenticateBearer: undefined,
  });
};
