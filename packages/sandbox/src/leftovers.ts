import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { kill, killWithDescendants } from './kill-processes.js';
import { monotonicNow } from './monotonic-now.js';
import { forksSoFar, lastPid, listPids, maxPid, readEnviron, readState } from './process-table.js';

/** How the processes of one call are told from others. */
export interface CallMark {
  readonly callId: string;
  /** The process that was started, head of its group and session; `undefined` when only the id is known. */
  readonly leader: number | undefined;
  /** Every process of the call has a pid handed out after the leader's and not past a wrap-around. */
  readonly onlyNewer: () => boolean;
}

export interface Leftovers {
  /** How many processes were ended. */
  readonly ended: number;
  /** What SIGKILL did not end in time. */
  readonly surviving: readonly number[];
  /** Whose environment may not be read: they were let be, and may be of the call. */
  readonly hidden: readonly number[];
}

/** A range this small is probed pid by pid; beyond it, listing /proc is cheaper. */
const PROBE_LIMIT = 512;
/** Milliseconds for everything to be gone. */
const PATIENCE = 5000;
/** Looks at a process whose environment reads as empty, a millisecond apart, before that is taken to be so. */
const EMPTY_LOOKS = 40;
/** Looks that follow one another without a pause. */
const BUSY_LOOKS = 15;
/** Pids a system could hand out in a millisecond at the very most. */
const PIDS_PER_MILLISECOND = 400;
/** Milliseconds for which one reading of the count of forks serves the calls that start. */
const FORKS_FRESH = 50;

/** Leaders of running calls of this process; they head sessions of their own and need no look. */
const running = new Set<number>();

/** Marks a leader at its start; {@link leaderEnded} belongs to it. A system whose "last pid" is not its own (some containers) is seen through here: there every process is read. */
export function markCall(callId: string, leader: number): CallMark {
  running.add(leader);
  const last = lastPid();
  const truthful = last !== undefined && last >= leader;
  const started = monotonicNow();
  const wrapTime = maxPid() / PIDS_PER_MILLISECOND;
  const forksBefore = recentForks();
  // Counting costs more than the clock, so it is left to calls that take long. Half of all pids leaves room for doubt.
  const cannotHaveWrapped = (): boolean =>
    monotonicNow() - started < wrapTime || (forksSoFar() ?? Infinity) - forksBefore < maxPid() / 2;
  return { callId, leader, onlyNewer: () => truthful && (lastPid() ?? 0) >= leader && cannotHaveWrapped() };
}

let forksRead: { readonly at: number; readonly count: number } | undefined;

/** A count that may be a little old and so too low, which makes a call look longer than it is, never shorter. */
function recentForks(): number {
  const now = monotonicNow();
  if (forksRead === undefined || now - forksRead.at > FORKS_FRESH)
    forksRead = { at: now, count: forksSoFar() ?? -Infinity };
  return forksRead.count;
}

export function leaderEnded({ leader }: CallMark): void {
  if (leader !== undefined) running.delete(leader);
}

/** Whether the leader was the last process to be started, so that nothing of its call is left once it has ended. */
export function ranAlone(mark: CallMark): boolean {
  return mark.leader === lastPid() && mark.onlyNewer();
}

/** Pids that may belong to the call, up to the newest there is when the end is reached: a chain of forks is run after, not missed. */
function* suspects({ leader, onlyNewer }: CallMark): Generator<number> {
  const newer = leader !== undefined && onlyNewer();
  const last = lastPid() ?? 0;
  let next = last + 1;
  if (newer && last - leader <= PROBE_LIMIT) next = leader + 1;
  else yield* listPids().filter((pid) => !newer || pid > leader);
  for (const end = next + PROBE_LIMIT * 2; next <= (lastPid() ?? 0) && next < end; next += 1) yield next;
}

/** `undecided`: a program may just be being put in its place. `hidden`: nobody can tell. */
type Membership = 'member' | 'other' | 'undecided' | 'hidden';

function membershipOf(pid: number, mark: CallMark, entry: Buffer): Membership {
  const environ = readEnviron(pid);
  if (environ !== undefined && environ.length > 0) {
    if (environ.indexOf(entry) === 0 || environ.includes(Buffer.concat([Buffer.of(0), entry]))) return 'member';
    if (mark.leader === undefined) return 'other';
  }
  // Cleared, unreadable, or a program is just being put in its place: what cannot be cleared is group and session.
  const state = readState(pid);
  if (state === undefined || state.inert) return 'other';
  if (mark.leader !== undefined && (state.group === mark.leader || state.session === mark.leader)) return 'member';
  if (state.ending || running.has(state.session)) return 'other';
  if (environ === undefined) return 'hidden';
  return environ.length === 0 ? 'undecided' : 'other';
}

function findMembers(mark: CallMark): { members: number[]; undecided: boolean; hidden: number[] } {
  const entry = Buffer.from(`HCP_CALL_ID=${mark.callId}\0`);
  const members: number[] = [];
  const hidden: number[] = [];
  let undecided = false;
  for (const pid of suspects(mark)) {
    if (pid === process.pid || running.has(pid)) continue;
    const membership = membershipOf(pid, mark, entry);
    if (membership === 'member') members.push(pid);
    if (membership === 'hidden') hidden.push(pid);
    if (membership === 'undecided') undecided = true;
  }
  return { members, undecided, hidden };
}

/** A killed process still holds its files and its place for a moment. */
function isAlive(pid: number): boolean {
  return readState(pid)?.inert === false;
}

/**
 * Ends every process of a call whose leader is gone, and answers when none is found any more (profile P3): the group,
 * then whatever carries its call id, again and again, because a process may fork while it is looked for. What was
 * killed before is waited for as well.
 */
export async function endLeftovers(mark: CallMark, killed: Iterable<number> = []): Promise<Leftovers> {
  if (mark.leader !== undefined) kill(-mark.leader);
  if (lastPid() === undefined) return { ended: 0, surviving: [], hidden: [] };
  const ended = new Set(killed);
  if (mark.leader !== undefined) ended.delete(mark.leader);
  const deadline = monotonicNow() + PATIENCE;
  for (let looks = 0, emptyLooks = 0; ; looks += 1) {
    const { members, undecided, hidden } = findMembers(mark);
    for (const pid of killWithDescendants(members)) ended.add(pid);
    const alive = [...ended].filter(isAlive);
    if (alive.length === 0) {
      emptyLooks += 1;
      if (!undecided || emptyLooks > EMPTY_LOOKS) return { ended: ended.size, surviving: [], hidden };
    }
    if (monotonicNow() > deadline) return { ended: ended.size, surviving: alive, hidden };
    // Most are gone, or have their environment, within microseconds.
    await (looks < BUSY_LOOKS ? setImmediate() : delay(1));
  }
}
