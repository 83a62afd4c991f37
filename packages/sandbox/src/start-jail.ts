import type { JailStart, WaitingJail } from './jail-start.js';
import { startJailDirectly } from './start-jail-directly.js';

/**
 * Starts bubblewrap, which then waits to be told what to do; by Node only where that is the one way there is. Errors:
 * `arguments_too_long`, `nul_byte`, `no_jail`.
 */
export async function startJail(start: JailStart): Promise<WaitingJail> {
  return (await startJailDirectly(start)) ?? (await import('./start-jail-through-node.js')).startJailThroughNode(start);
}
