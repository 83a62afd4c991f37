import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';

const buffer = Buffer.alloc(4096);
let loadavg: number | undefined;

function openLoadavg(): number {
  try {
    return openSync('/proc/loadavg', 'r');
  } catch {
    return -1;
  }
}

/**
 * The pid handed out last in this pid namespace, or `undefined` where the system does not tell. The descriptor is
 * kept: this is read twice a call.
 */
export function lastPid(): number | undefined {
  loadavg ??= openLoadavg();
  if (loadavg === -1) return undefined;
  const text = buffer.toString('latin1', 0, readSync(loadavg, buffer, 0, buffer.length, 0));
  const pid = Number(text.slice(text.lastIndexOf(' ') + 1));
  return Number.isSafeInteger(pid) ? pid : undefined;
}

/** For small files whose length the system does not tell; cheaper than `readFileSync`, which asks for it. */
function readStat(pid: number): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(`/proc/${pid}/stat`, 'r');
    return buffer.toString('latin1', 0, readSync(descriptor, buffer, 0, buffer.length, null));
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function readOrUndefined(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

let pidLimit: number | undefined;

/** Where pids start again; the smallest any Linux uses when it does not say. */
export function maxPid(): number {
  return (pidLimit ??= Number(readOrUndefined('/proc/sys/kernel/pid_max')?.toString('latin1') ?? 32_768));
}

/**
 * How many processes and threads the system has started since it booted, in every pid namespace together: no fewer than
 * pids were handed out in this one. `undefined` where the system does not tell.
 */
export function forksSoFar(): number | undefined {
  const count = /^processes (\d+)$/m.exec(readOrUndefined('/proc/stat')?.toString('latin1') ?? '')?.[1];
  return count === undefined ? undefined : Number(count);
}

export function listPids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isSafeInteger);
  } catch {
    return [];
  }
}

/** The variables a process was started with, `undefined` when they cannot be read; empty for one that is ending or just starting. */
export function readEnviron(pid: number): Buffer | undefined {
  return readOrUndefined(`/proc/${pid}/environ`);
}

export interface ProcessState {
  /** Running no program any more, or never did (a kernel thread). */
  readonly inert: boolean;
  readonly group: number;
  readonly session: number;
  /** Past its last instruction, and letting go of what it holds. */
  readonly ending: boolean;
  /** Clock ticks after the system's own start; no other process ever had both this and its pid. */
  readonly startTime: number;
  /** What `waitpid` will say, signal in the low seven bits, exit status above; `undefined` until the process ends. */
  readonly waitStatus: number | undefined;
}

const KERNEL_THREAD = 0x0020_0000;
const EXITING = 0x4;

/** `undefined` when there is no such process. */
export function readState(pid: number): ProcessState | undefined {
  const text = readStat(pid);
  if (text === undefined) return undefined;
  // The name stands in parentheses and may hold anything; what follows the last one is numbers (proc(5), from field 3).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const flags = Number(fields[6]);
  return {
    inert: fields[0] === 'Z' || fields[0] === 'X' || (flags & KERNEL_THREAD) !== 0,
    group: Number(fields[2]),
    session: Number(fields[3]),
    ending: (flags & EXITING) !== 0,
    startTime: Number(fields[19]),
    waitStatus: (flags & EXITING) === 0 ? undefined : Number(fields[49] ?? 0),
  };
}

/** How the system describes a process to everyone. */
export interface ProcessDescription {
  /** What its program calls itself; may hold anything but NUL and line ends. */
  readonly name: string;
  /** `false` for a further thread of a process, which has a pid of its own too. */
  readonly isProcess: boolean;
  /** Real, effective and saved user. */
  readonly users: readonly number[];
}

/** `undefined` when there is no such process. */
export function describeProcess(pid: number): ProcessDescription | undefined {
  const text = readOrUndefined(`/proc/${pid}/status`)?.toString('utf8');
  if (text === undefined) return undefined;
  const read = (field: string): string => new RegExp(`^${field}:\\t(.*)$`, 'm').exec(text)?.[1] ?? '';
  return {
    name: read('Name'),
    isProcess: Number(read('Tgid')) === pid,
    users: read('Uid').split('\t').slice(0, 3).map(Number),
  };
}

function childrenOf(pid: number): number[] {
  let threads: string[];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
  return threads.flatMap((thread) => {
    const text = readOrUndefined(`/proc/${pid}/task/${thread}/children`)?.toString('latin1') ?? '';
    return text
      .split(' ')
      .filter((word) => word !== '')
      .map(Number);
  });
}

/** Every living descendant, nearest first; those whose parent already ended are not among them. */
export function descendantsOf(pid: number): number[] {
  const found: number[] = [];
  for (let generation = childrenOf(pid); generation.length > 0; generation = generation.flatMap(childrenOf)) {
    found.push(...generation);
  }
  return found;
}
