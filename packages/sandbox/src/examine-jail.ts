import { groupPlaces } from './group-places.js';
import type { HostUser } from './jail-settings.js';
import { enforcementOf, hasPrlimit, type Enforcement } from './limit-plan.js';
import { proveJail, type JailProof } from './prove-jail.js';

/** What mode `sandbox` is worth on this machine. */
export interface JailReport {
  readonly proof: JailProof;
  /** By what the limits of a call are enforced; a default that nothing enforces is not. */
  readonly enforcement: Enforcement;
}

/** Makes a jail and the control groups of a call on trial, as a call would (profile P9). Starts no pack's program. */
export async function examineJail(user?: HostUser): Promise<JailReport> {
  const places = await groupPlaces();
  const uid = user?.uid ?? process.geteuid?.() ?? 0;
  return { proof: await proveJail(user), enforcement: enforcementOf({ places, uid, prlimit: hasPrlimit() }) };
}
