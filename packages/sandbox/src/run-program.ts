import { endingSignal, exitCodeOf } from './exit-code.js';
import { explainBlindness, explainHidden } from './hidden-processes.js';
import { kill, killWithDescendants } from './kill-processes.js';
import { endLeftovers, leaderEnded, markCall, ranAlone, type CallMark } from './leftovers.js';
import { readStreams, type StreamReader } from './read-streams.js';
import type { RunningProgram } from './start-program.js';

export interface RunLimits {
  readonly callId: string;
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Bytes of each stream. */
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal | undefined;
}

export type StopReason = 'cancelled' | 'timed_out' | 'output_exceeded';

/** What happened; `outcomeOf` says what it means. */
export interface ProgramEnd {
  /** Why it was stopped, the first reason only, or the exit code it ended with by itself. */
  readonly how: StopReason | number;
  readonly stdout: string;
  readonly stderr: string;
  /** For the operator: what could not be cleared away. */
  readonly problem: string | undefined;
}

/** The longest a timer can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** Milliseconds a killed program has to be gone. */
const KILL_PATIENCE_MS = 5000;

interface Watched {
  stop: StopReason | undefined;
  /** `undefined` while the program runs, and for good when it does not end although it was killed. */
  exitCode: number | undefined;
  seenSignal: number | undefined;
  /** What a stop has killed. */
  killed: ReadonlySet<number>;
}

interface Watch {
  readonly state: Watched;
  readonly reader: StreamReader;
  /** Resolves when the program has ended, or should have long ago. */
  readonly ended: Promise<void>;
}

function watch(program: RunningProgram, limits: RunLimits): Watch {
  const state: Watched = { stop: undefined, exitCode: undefined, seenSignal: undefined, killed: new Set() };
  const { pid } = program;
  let giveUp = (): void => undefined;
  let patience: NodeJS.Timeout | undefined;
  const stop = (reason: StopReason): void => {
    if (state.stop !== undefined) return;
    // A program that ended by itself can no longer be too late; what it left in the pipe can still be too much.
    if (state.exitCode !== undefined && reason !== 'output_exceeded') return;
    state.stop = reason;
    if (state.exitCode !== undefined) return;
    state.killed = killWithDescendants([pid]);
    // The group while its head is not yet reaped: its number cannot mean anyone else.
    kill(-pid);
    patience = setTimeout(giveUp, KILL_PATIENCE_MS);
  };
  const cancel = (): void => stop('cancelled');
  const timer = setTimeout(stop, Math.min(limits.timeoutMs, MAX_TIMER_MS), 'timed_out');
  limits.signal?.addEventListener('abort', cancel);
  const reader = readStreams(program, {
    maxOutputBytes: limits.maxOutputBytes,
    onExceeded: () => stop('output_exceeded'),
    onEnd: () => {
      if (state.exitCode === undefined) state.seenSignal ??= endingSignal(pid);
    },
  });
  const ended = new Promise<void>((resolve) => {
    giveUp = resolve;
    program.once('exit', (code, signal) => {
      state.exitCode = exitCodeOf(code, signal, state.seenSignal);
      resolve();
    });
  }).then(() => {
    clearTimeout(timer);
    clearTimeout(patience);
    limits.signal?.removeEventListener('abort', cancel);
  });
  // Cancelled while the program was being started.
  if (limits.signal?.aborted === true) cancel();
  return { state, reader, ended };
}

interface Rest {
  readonly surviving: readonly number[];
  /** Whether the output came to its end. */
  readonly drained: boolean;
}

const NOTHING_LEFT = { surviving: [], hidden: [] };

function explainRest({ leader }: CallMark, { exitCode }: Watched, { surviving, drained }: Rest): string | undefined {
  if (exitCode === undefined) return `process ${leader ?? 0} was killed and did not end`;
  if (surviving.length > 0) return `processes ${surviving.join(', ')} were killed and did not end`;
  return drained ? undefined : 'something the program started got away and holds its output open; find it and end it';
}

/** Ends what the program left behind and reads its last words; answers what the operator has to know. */
async function clearAway(mark: CallMark, { state, reader }: Watch): Promise<string | undefined> {
  const { surviving, hidden } = ranAlone(mark) ? NOTHING_LEFT : await endLeftovers(mark, state.killed);
  const drained = await reader.drain();
  if (!drained) reader.close();
  const problems = [explainRest(mark, state, { surviving, drained }), explainHidden(hidden), explainBlindness()];
  return problems.filter((problem) => problem !== undefined).join('; ') || undefined;
}

/**
 * Follows a started program to its end: reads its output, stops it when a limit is passed or the call is cancelled,
 * and resolves when everything it started is gone (profile P3). Never rejects.
 */
export async function runProgram(program: RunningProgram, limits: RunLimits): Promise<ProgramEnd> {
  const mark = markCall(limits.callId, program.pid);
  const watched = watch(program, limits);
  await watched.ended;
  leaderEnded(mark);
  const problem = await clearAway(mark, watched);
  const { state, reader } = watched;
  const exitCode = state.exitCode ?? 137;
  return { how: state.stop ?? exitCode, stdout: reader.stdout.text(), stderr: reader.stderr.text(), problem };
}
