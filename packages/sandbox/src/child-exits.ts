import type { SystemCalls } from './system-calls.js';

/** Hears of the end of children that Node does not know of. */
export interface ChildExits {
  /** Calls back once, after the child is reaped, with the exit code of profile P3. */
  readonly expect: (pid: number, onExit: (exitCode: number) => void) => void;
}

const WNOHANG = 1;
/** What Node itself answers when a child's end cannot be known. */
const UNKNOWN_END = 128;

/** 128 + n for a signal, real-time ones included. */
function exitCodeOf(status: number): number {
  const signal = status & 0x7f;
  return signal === 0 ? (status >> 8) & 0xff : 128 + signal;
}

/**
 * Waits for its own children by pid only, as Node does for those it starts, so neither takes the other's. Listens from
 * now on, and for good; that keeps no process alive.
 */
export function listenForExits({ waitpid }: Pick<SystemCalls, 'waitpid'>): ChildExits {
  const expected = new Map<number, (exitCode: number) => void>();
  const status: [number] = [0];
  process.on('SIGCHLD', () => {
    for (const [pid, onExit] of expected) {
      const answer = waitpid(pid, status, WNOHANG);
      if (answer === 0) continue;
      expected.delete(pid);
      onExit(answer === pid ? exitCodeOf(status[0]) : UNKNOWN_END);
    }
  });
  return { expect: (pid, onExit) => void expected.set(pid, onExit) };
}
