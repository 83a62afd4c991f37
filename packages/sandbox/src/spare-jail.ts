import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import { openCallGroups, type CallGroups } from './call-groups.js';
import { isExecutable } from './find-on-path.js';
import { BUBBLEWRAP, SETPRIV } from './jail-command.js';
import { openPipes, PIPE_BYTES, readRest, sendAll, type Pipe } from './jail-pipes.js';
import { DEFAULT_LIMITS, type CallLimits } from './jail-settings.js';
import { encodeWords, STATUS_DESCRIPTOR, WORDS_DESCRIPTOR, type JailWords, type WaitingJail } from './jail-start.js';
import { kill } from './kill-processes.js';
import type { GroupPlace } from './limit-cgroup.js';
import type { Rlimits } from './limit-plan.js';
import { setRlimits } from './start-jail-directly.js';
import { startProgram, type RunningProgram } from './start-program.js';
import { loadSystemCalls, type SystemCalls } from './system-calls.js';

/*
 * The kernel takes ten milliseconds and more to put a process into a control group, because it waits for every
 * processor. So while there is time, a process is put there for the next call; it waits to be told its command line,
 * which bubblewrap itself takes at its start only. xargs is that process: it reads words and starts one program.
 */
const XARGS = '/usr/bin/xargs';
const COMMAND_DESCRIPTOR = 5;
const MOST_SPARES = 2;
const DELAY_MS = 1;
/** Of the processes that are counted: xargs, and bubblewrap outside and inside. */
const HELPERS = 3;

interface Spare {
  readonly calls: SystemCalls;
  readonly program: RunningProgram;
  readonly groups: CallGroups;
  readonly words: Pipe;
  readonly status: Pipe;
  readonly command: Pipe;
  ended: boolean;
}

/** Ready for a call. */
const spares: Spare[] = [];
/** These, and those that are being made. */
const idle = new Set<Spare>();
let underWay = 0;
let made = 0;

function argv(): string[] {
  const waits = ['--args', String(WORDS_DESCRIPTOR), '--json-status-fd', String(STATUS_DESCRIPTOR)];
  // Read to its end by then: named once more, because bubblewrap closes what it has read.
  const closes = ['--args', String(COMMAND_DESCRIPTOR), '--'];
  const reads = ['-0', '-r', '-x', '-s', String(PIPE_BYTES * 2), '-a', `/proc/self/fd/${COMMAND_DESCRIPTOR}`];
  return ['--pdeathsig', 'KILL', XARGS, ...reads, BUBBLEWRAP, ...waits, ...closes];
}

function discard(spare: Spare): void {
  idle.delete(spare);
  const { program, groups, words, status, command } = spare;
  kill(-program.pid);
  for (const descriptor of [words.writer, status.reader, command.writer]) closeSync(descriptor);
  for (const stream of [program.stdout, program.stderr]) stream.destroy();
  void groups.remove();
}

/** Whether the output of a program that is waited for by nobody keeps this process from ending. */
function holdOpen({ stdout, stderr }: RunningProgram, hold: boolean): void {
  for (const stream of [stdout, stderr]) {
    if (!(stream instanceof Socket)) continue;
    if (hold) stream.ref();
    else stream.unref();
  }
}

async function make(calls: SystemCalls, places: readonly GroupPlace[], rlimits: Rlimits): Promise<Spare | undefined> {
  const [words, status, command] = openPipes(calls, 3) ?? [];
  if (words === undefined || status === undefined || command === undefined) return undefined;
  made += 1;
  const callId = `spare-${made}`;
  const descriptors = [words.reader, status.writer, command.reader];
  const environment = { HCP_CALL_ID: callId };
  const groups = openCallGroups(places, { callId, limits: DEFAULT_LIMITS, helpers: HELPERS });
  let program: RunningProgram;
  try {
    program = await startProgram({ file: SETPRIV, argv0: SETPRIV, argv: argv(), cwd: '/', environment, descriptors });
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
  }
  const spare: Spare = { calls, program, groups, words, status, command, ended: false };
  program.once('exit', () => (spare.ended = true));
  idle.add(spare);
  holdOpen(program, false);
  try {
    setRlimits(calls, program.pid, rlimits);
    await groups.enter(program.pid);
    return spare;
  } catch {
    discard(spare);
    return undefined;
  }
}

let leaving = false;

function leaveNothing(): void {
  for (const { program } of idle) kill(-program.pid);
  for (const { program, groups, calls } of idle) {
    // Until it is waited for, what has ended is still in its group.
    calls.waitpid(program.pid, [0], 0);
    groups.removeNow();
  }
}

async function makeOne(places: readonly GroupPlace[], rlimits: Rlimits): Promise<void> {
  const calls = loadSystemCalls();
  if (calls === undefined || ![XARGS, SETPRIV].every(isExecutable)) return;
  if (!leaving) process.once('exit', leaveNothing);
  leaving = true;
  const spare = await make(calls, places, rlimits);
  if (spare !== undefined) spares.push(spare);
}

/** Makes ready for the next calls, beside whatever else is done. Nothing is lost when it cannot be. */
export function prepareSpares(places: readonly GroupPlace[], rlimits: Rlimits): void {
  if (places.length === 0 || spares.length + underWay >= MOST_SPARES) return;
  underWay += 1;
  const make = (): void =>
    void makeOne(places, rlimits)
      .catch(() => undefined)
      .finally(() => (underWay -= 1));
  // Behind the answer of the call that has just ended.
  setTimeout(make, DELAY_MS).unref();
}

export interface SpareRequest {
  /** The program inside and its arguments. */
  readonly command: readonly string[];
  readonly words: JailWords;
  readonly limits: CallLimits;
}

function isDefault(limits: CallLimits): boolean {
  return (['processes', 'memoryBytes', 'fileBytes'] as const).every(
    (name) => limits[name].value === DEFAULT_LIMITS[name].value,
  );
}

/** A jail that waits in the control groups of a call with default limits; `undefined` when there is none, or none for this call. */
export function takeSpare({
  command,
  words,
  limits,
}: SpareRequest): { jail: WaitingJail; groups: CallGroups } | undefined {
  if (!isDefault(limits) || words.outer !== undefined) return undefined;
  const [told, asked] = [encodeWords(words.words), encodeWords(command)];
  if (Math.max(told.length, asked.length) > PIPE_BYTES) return undefined;
  for (let spare = spares.shift(); spare !== undefined; spare = spares.shift()) {
    if (spare.ended) {
      discard(spare);
      continue;
    }
    idle.delete(spare);
    holdOpen(spare.program, true);
    const { program, groups, status, command: line, words: pipe } = spare;
    const ended = new Promise<string>((resolve) => program.once('exit', () => resolve(readRest(status.reader))));
    const release = (): void => {
      sendAll(pipe.writer, told);
      sendAll(line.writer, asked);
    };
    return { jail: { program, release, status: ended }, groups };
  }
  return undefined;
}

/** How xargs itself ends when bubblewrap has ended with 255, and when by a signal; it remarks on nothing else. */
const ENDED_WITH_255 = 124;
const ENDED_BY_SIGNAL = 125;
const REMARKS: ReadonlyMap<number, RegExp> = new Map([
  [ENDED_WITH_255, /(?:\/usr\/bin\/)?xargs: \/usr\/bin\/bwrap: exited with status 255; aborting\n$/],
  [ENDED_BY_SIGNAL, /(?:\/usr\/bin\/)?xargs: \/usr\/bin\/bwrap: terminated by signal (\d+)\n$/],
]);

/**
 * Takes away what xargs said of bubblewrap's end, behind all that the program said, and answers the signal it tells of.
 * Whether it said anything is told by the code xargs ended with and by what bubblewrap itself said of the program:
 * everything else is the program's own and is left as it is. Pure.
 */
export function withoutRemark(
  stderr: string,
  { helperCode, exitCode }: { readonly helperCode: number | undefined; readonly exitCode: number | undefined },
): { readonly stderr: string; readonly signal: number | undefined } {
  const ownEnd = exitCode === undefined || exitCode === 255;
  const remark = ownEnd && helperCode !== undefined ? REMARKS.get(helperCode)?.exec(stderr) : undefined;
  if (remark === undefined || remark === null) return { stderr, signal: undefined };
  const signal = remark[1];
  return { stderr: stderr.slice(0, remark.index), signal: signal === undefined ? undefined : Number(signal) };
}
