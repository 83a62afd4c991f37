import { describeProcess, lastPid, readState } from './process-table.js';

/** Processes the operator was told of, each once, by pid and start. */
const told = new Set<string>();
let toldBlind = false;

/** The name in printable ASCII: a program may call itself anything, and an operator's terminal obeys some of it. */
function printable(name: string): string {
  return name.replaceAll(/[^ -~]/g, '?');
}

/** `pid (program)` of a process of this user that started after this one and was not named before. */
function nameOf(pid: number): string | undefined {
  const state = readState(pid);
  const description = describeProcess(pid);
  if (state === undefined || state.inert || description?.isProcess !== true) return undefined;
  const user = process.geteuid?.();
  if (user === undefined || !description.users.includes(user)) return undefined;
  // Where the system does not tell which processes are newer than the call's, those older than its host are not of it.
  const key = `${pid} ${state.startTime}`;
  if (state.startTime < (readState(process.pid)?.startTime ?? 0) || told.has(key)) return undefined;
  told.add(key);
  return `${pid} (${printable(description.name)})`;
}

/**
 * For the operator: which processes may belong to a call and hide it, as an agent that keeps keys does, or a program
 * its user may not read. They are not killed, since they may as well be someone's own (profile P3).
 */
export function explainHidden(pids: readonly number[]): string | undefined {
  const names = pids.map(nameOf).filter((name) => name !== undefined);
  if (names.length === 0) return undefined;
  const list = names.join(', ');
  return `hidden from the runtime, started during the call and still running: process ${list}; if the pack's program started it, end it`;
}

/** For the operator, once: what left its group cannot be found on this system. */
export function explainBlindness(): string | undefined {
  if (toldBlind || lastPid() !== undefined) return undefined;
  toldBlind = true;
  return 'there is no usable /proc here, so only the process group of a program is ended, and what leaves it outlives the call';
}
