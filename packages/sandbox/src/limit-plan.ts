import { HcpError } from '@hcp/pipeline';
import { isExecutable } from './find-on-path.js';
import type { CallLimit, CallLimits } from './jail-settings.js';
import type { GroupLimit, GroupPlace } from './limit-cgroup.js';

export const PRLIMIT = '/usr/bin/prlimit';

/** By what each limit is enforced on this machine; `nothing` where it is not. */
export interface Enforcement {
  readonly processes: 'cgroup' | 'rlimit' | 'nothing';
  readonly memory: 'cgroup' | 'rlimit' | 'nothing';
  readonly file: 'rlimit' | 'nothing';
}

/** Limits of each process of a call, by the names `prlimit` has for them. */
export type Rlimits = Readonly<Partial<Record<'fsize' | 'core' | 'data', number>>>;

/** How the limits of one call are set. */
export interface LimitPlan {
  readonly enforcement: Enforcement;
  /** Of bubblewrap and all that it starts. */
  readonly rlimits: Rlimits;
  /** Words before the program, inside: a count of processes begins anew with the user namespace. */
  readonly inside: readonly string[];
}

export interface LimitRequest {
  readonly limits: CallLimits;
  readonly places: readonly GroupPlace[];
  /** Whom the program runs as, on the host. */
  readonly uid: number;
  /** Whether there is a program that sets rlimits. */
  readonly prlimit: boolean;
}

export const hasPrlimit = (): boolean => isExecutable(PRLIMIT);

/** What would hold each limit here. Pure. */
export function enforcementOf({ places, uid, prlimit }: Omit<LimitRequest, 'limits'>): Enforcement {
  const inGroup = (limit: GroupLimit): boolean => places.some(({ limits }) => limits.includes(limit));
  const byRlimit = prlimit ? 'rlimit' : 'nothing';
  return {
    // The kernel lets its root start as many as it likes.
    processes: inGroup('processes') ? 'cgroup' : uid === 0 ? 'nothing' : byRlimit,
    memory: inGroup('memory') ? 'cgroup' : byRlimit,
    file: byRlimit,
  };
}

function requireEnforced(limit: CallLimit, by: string): void {
  if (by !== 'nothing' || limit.key === undefined) return;
  throw new HcpError(
    'limit_unenforceable',
    `${limit.key} is set to ${limit.value} and this machine cannot enforce it: no control group can be made, and rlimits do not hold it; delegate a control group, or do without: hcp config set ${limit.key} null`,
  );
}

/** A default that cannot be enforced is not; one the operator set refuses (profile P9). Errors: `limit_unenforceable`. */
export function planLimits(request: LimitRequest): LimitPlan {
  const { processes, memoryBytes, fileBytes } = request.limits;
  const enforcement = enforcementOf(request);
  requireEnforced(processes, enforcement.processes);
  // An rlimit counts neither what processes share nor what lies in memory as files.
  requireEnforced(memoryBytes, enforcement.memory === 'cgroup' ? 'cgroup' : 'nothing');
  requireEnforced(fileBytes, enforcement.file);
  // Core files would hold what the program knew, its credential included.
  const rlimits = {
    ...(request.prlimit ? { fsize: fileBytes.value, core: 0 } : {}),
    ...(enforcement.memory === 'rlimit' ? { data: memoryBytes.value } : {}),
  };
  const inside = enforcement.processes === 'rlimit' ? [PRLIMIT, `--nproc=${processes.value}`] : [];
  return { enforcement, rlimits, inside };
}

/** The words that set them before a program. Pure. */
export function rlimitWords(rlimits: Rlimits): string[] {
  const words = Object.entries(rlimits).map(([name, value]) => `--${name}=${value}`);
  return words.length === 0 ? [] : [PRLIMIT, ...words];
}
