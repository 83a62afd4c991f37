import type { JailStart, WaitingJail } from './jail-start.js';
import type { startJailDirectly } from './start-jail-directly.js';
import { startJailThroughNode } from './start-jail-through-node.js';

/** A process that makes one call has made a jail to prove that it can, and one for the call. */
const STARTS_THROUGH_NODE = 2;
let started = 0;
let direct: Promise<typeof startJailDirectly> | undefined;

/**
 * Starts bubblewrap, which then waits to be told what to do; from the third on in the way that costs less a start and
 * takes time to load. Errors: `arguments_too_long`, `nul_byte`, `no_jail`.
 */
export async function startJail(start: JailStart): Promise<WaitingJail> {
  started += 1;
  if (started <= STARTS_THROUGH_NODE) return startJailThroughNode(start);
  direct ??= import('./start-jail-directly.js').then((module) => module.startJailDirectly);
  return (await (await direct)(start)) ?? startJailThroughNode(start);
}
