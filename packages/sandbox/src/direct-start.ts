import { EventEmitter } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { getSystemErrorName } from 'node:util';
import { listenForExits, type ChildExits } from './child-exits.js';
import { inheritedDescriptors } from './inherited-descriptors.js';
import type { ProgramStart, RunningProgram } from './start-program.js';
import { loadSystemCalls, type SystemCalls } from './system-calls.js';

export type DirectStart = (start: ProgramStart) => RunningProgram;

const SET_SIGNAL_DEFAULTS = 0x04;
const SET_SIGNAL_MASK = 0x08;
const SET_SESSION = 0x80;
const CLOSE_ON_EXEC = 0o2000000;
/** Bytes; more than any of these C types takes on a 64-bit Linux (336, 80 and 128). */
const ROOM = 512;

function systemError(code: string): Error {
  return Object.assign(new Error(`the program cannot be started (${code})`), { code });
}

/** Every signal as it is by default and none held back, at the head of a session: as Node starts a detached child. */
function prepareAttributes(calls: SystemCalls): Buffer {
  const attributes = Buffer.alloc(ROOM);
  const everySignal = Buffer.alloc(ROOM);
  calls.fillSignals(everySignal);
  const answers = [
    calls.initAttributes(attributes),
    calls.setSignalMask(attributes, Buffer.alloc(ROOM)),
    calls.setDefaultSignals(attributes, everySignal),
    calls.setFlags(attributes, SET_SESSION | SET_SIGNAL_MASK | SET_SIGNAL_DEFAULTS),
  ];
  for (const answer of answers) if (answer !== 0) throw systemError(getSystemErrorName(-answer));
  return attributes;
}

/** C ends a text at its first NUL, and would run something else than was asked for. */
function refuseNul(texts: readonly string[]): void {
  if (texts.some((text) => text.includes('\0'))) throw systemError('ERR_INVALID_ARG_VALUE');
}

/** Reading ends first, writing ends second; neither is handed down. */
function openPipe(calls: SystemCalls): [number, number] {
  const ends: [number, number] = [-1, -1];
  if (calls.pipe2(ends, CLOSE_ON_EXEC) !== 0) throw systemError(getSystemErrorName(-calls.errno()));
  return ends;
}

interface Kept {
  readonly calls: SystemCalls;
  readonly attributes: Buffer;
  readonly nothing: number;
}

/** Whatever this process was started with beyond: what it opened itself is closed by the start. */
function closeOthers(calls: SystemCalls, actions: Buffer, first: number): number[] {
  if (calls.addCloseFrom !== undefined) return [calls.addCloseFrom(actions, first)];
  return inheritedDescriptors().map((descriptor) => calls.addClose(actions, descriptor));
}

/** Answers the pid. `outputs` become descriptors 1 and 2 of the program. */
function spawn({ calls, attributes, nothing }: Kept, start: ProgramStart, outputs: readonly number[]): number {
  const { file, argv0, argv, cwd, environment, descriptors = [] } = start;
  const actions = Buffer.alloc(ROOM);
  const argumentsOfC = [argv0, ...argv];
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  refuseNul([file, cwd, ...argumentsOfC, ...variables]);
  const pid: [number] = [0];
  calls.initActions(actions);
  try {
    const handed = [nothing, ...outputs, ...descriptors];
    // One of the first places would be taken by another before it is copied from.
    if (handed.some((descriptor) => descriptor < handed.length)) throw systemError('EBADF');
    const answers = [
      ...handed.map((descriptor, place) => calls.addDup2(actions, descriptor, place)),
      ...closeOthers(calls, actions, handed.length),
      calls.addChdir(actions, cwd),
    ];
    const failed = answers.find((answer) => answer !== 0);
    const answer =
      failed ?? calls.posix_spawn(pid, file, actions, attributes, [...argumentsOfC, null], [...variables, null]);
    if (answer !== 0) throw systemError(getSystemErrorName(-answer));
  } finally {
    calls.destroyActions(actions);
  }
  return pid[0];
}

function follow(pid: number, exits: ChildExits, [stdout, stderr]: readonly [number, number]): RunningProgram {
  const ending = new EventEmitter();
  exits.expect(pid, (exitCode) => ending.emit('exit', exitCode, null));
  return {
    pid,
    stdout: new Socket({ fd: stdout, readable: true, writable: false }),
    stderr: new Socket({ fd: stderr, readable: true, writable: false }),
    once: (event, listener) => void ending.once(event, listener),
  };
}

function open(): DirectStart | undefined {
  const calls = loadSystemCalls();
  if (calls === undefined) return undefined;
  const kept = { calls, attributes: prepareAttributes(calls), nothing: openSync('/dev/null', 'r+') };
  const exits = listenForExits(calls);
  return (start) => {
    const opened: number[] = [];
    const writing: number[] = [];
    try {
      for (let stream = 0; stream < 2; stream += 1) {
        const [reader, writer] = openPipe(calls);
        opened.push(reader);
        writing.push(writer);
      }
      const pid = spawn(kept, start, writing);
      return follow(pid, exits, [opened[0] ?? -1, opened[1] ?? -1]);
    } catch (error) {
      for (const descriptor of opened) closeSync(descriptor);
      throw error;
    } finally {
      for (const descriptor of writing) closeSync(descriptor);
    }
  };
}

let ready: DirectStart | undefined;

/**
 * Starts programs by `posix_spawn`, which, other than the `fork` of Node's own spawn, costs the same however large
 * this process is, gives the program pipes rather than sockets, and hands nothing to a shell (docs/dependencies.md has
 * figures). `undefined` where that cannot be done. Throws what the system says when it has no descriptor left.
 */
export function openDirectStart(): DirectStart | undefined {
  return (ready ??= open());
}
