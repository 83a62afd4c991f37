import { descendantsOf } from './process-table.js';

/** Sends SIGKILL; a negative pid means its group. `false` when nothing was there or it may not be signalled. */
export function kill(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

/**
 * Ends processes with all their descendants, and answers them all. The descendants are collected first, because once a parent is gone
 * nothing leads to its children any more: a nested `hcp exec` runs its program in another group, under another call id.
 */
export function killWithDescendants(pids: readonly number[]): ReadonlySet<number> {
  const all = new Set(pids.flatMap((pid) => [pid, ...descendantsOf(pid)]));
  all.delete(process.pid);
  for (const pid of all) kill(pid);
  return all;
}
