import { readFileSync } from 'node:fs';
import { HcpError } from '@hcp/pipeline';
import type { LimitSettings } from '../settings.js';

/** Descriptors for what is open besides: listeners, the audit, state files, Node's own. */
const KEPT_BACK = 64;
/** The most one running call has open at a time: pipes, a jail's among them, and files that are looked at. */
const PER_CALL = 8;
const FEWEST_CONNECTIONS = 16;

/** How many files this process may have open; `undefined` where the system does not say or does not bound it. */
export function openFilesLimit(): number | undefined {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

export interface Fitted {
  readonly limits: LimitSettings;
  /** What was lowered, for the log. */
  readonly lowered: string | undefined;
}

/**
 * Lowers connections and running calls to what the open files suffice for: a connection that takes the last one would
 * make every call fail on whatever file it needs. Throws `HcpError` where they suffice for nothing. Pure.
 */
export function fitDescriptors(limits: LimitSettings, openFiles: number | undefined): Fitted {
  if (openFiles === undefined) return { limits, lowered: undefined };
  const free = openFiles - KEPT_BACK;
  const maxRunning = Math.min(limits.maxRunning, Math.floor(free / 2 / PER_CALL));
  const maxConnections = Math.min(limits.maxConnections, free - maxRunning * PER_CALL);
  if (maxRunning < 1 || maxConnections < Math.min(FEWEST_CONNECTIONS, limits.maxConnections)) {
    throw new HcpError(
      'open_files',
      `${openFiles} open files are allowed, too few to serve anyone; allow at least ${KEPT_BACK + 2 * FEWEST_CONNECTIONS} (ulimit -n, systemd: LimitNOFILE=)`,
    );
  }
  if (maxRunning === limits.maxRunning && maxConnections === limits.maxConnections)
    return { limits, lowered: undefined };
  return {
    limits: { ...limits, maxRunning, maxConnections },
    lowered: `${openFiles} open files are allowed, which suffices for ${maxConnections} connections and ${maxRunning} calls at a time; for more, raise ulimit -n`,
  };
}
