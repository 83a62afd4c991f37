import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { CallLimits } from './jail-settings.js';
import { kill } from './kill-processes.js';
import type { GroupLimit, GroupPlace } from './limit-cgroup.js';
import { monotonicNow } from './monotonic-now.js';
import { readState } from './process-table.js';

/** The control groups of one call. */
export interface CallGroups {
  /** Puts a process into them; what it starts from then on is in them too. */
  readonly enter: (pid: number) => Promise<void>;
  /** Ends what is left in them and removes them; answers the path of one that stays. */
  readonly remove: () => Promise<string | undefined>;
  /** As `remove`, without waiting longer than it takes the system to end a process; for a host that is leaving. */
  readonly removeNow: () => void;
}

export interface GroupRequest {
  readonly callId: string;
  readonly limits: CallLimits;
  /** How many processes of bubblewrap are counted along. */
  readonly helpers: number;
}

/** Milliseconds a group may still be held by processes that are ending. */
const PATIENCE = 2000;
const BUSY_LOOKS = 20;
const LAST_LOOKS = 30;

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

type Entry = readonly [file: string, value: string];

function entriesOf(place: GroupPlace, { limits, helpers }: GroupRequest): Entry[] {
  const processes: Entry[] = [['pids.max', String(limits.processes.value + helpers)]];
  const bytes = String(limits.memoryBytes.value);
  const memory: Entry[] =
    place.version === 2
      ? [
          ['memory.max', bytes],
          ['memory.swap.max', '0'],
        ]
      : [
          ['memory.limit_in_bytes', bytes],
          ['memory.memsw.limit_in_bytes', bytes],
        ];
  const wanted: Readonly<Record<GroupLimit, Entry[]>> = { processes, memory };
  return place.limits.flatMap((limit) => wanted[limit]);
}

/** Swap is counted on some systems only; without it there is no such file. */
const OPTIONAL = /swap|memsw/;

function setLimits(folder: string, entries: readonly Entry[]): void {
  for (const [file, value] of entries) {
    try {
      writeFileSync(join(folder, file), value, { flag: 'r+' });
    } catch (error) {
      if (!OPTIONAL.test(file)) throw error;
    }
  }
}

/** The name says which process made it, so that another can tell whether it still needs it. */
function ownPrefix(): string {
  return `hcp-${process.pid}-${readState(process.pid)?.startTime ?? 0}-`;
}

function membersOf(folder: string): number[] {
  try {
    const text = readFileSync(join(folder, 'cgroup.procs'), 'latin1');
    return text.split('\n').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function tryRemove(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}

async function removeGroup(folder: string): Promise<boolean> {
  const deadline = monotonicNow() + PATIENCE;
  for (let looks = 0; !tryRemove(folder); looks += 1) {
    for (const pid of membersOf(folder)) kill(pid);
    if (monotonicNow() > deadline) return false;
    await (looks < BUSY_LOOKS ? setImmediate() : delay(2));
  }
  return true;
}

/** Makes the groups of one call, limits set. Errors: what the system says. */
export function openCallGroups(places: readonly GroupPlace[], request: GroupRequest): CallGroups {
  const folders: string[] = [];
  const remove = async (): Promise<string | undefined> => {
    const gone = await Promise.all(folders.map(removeGroup));
    return folders.find((_, index) => gone[index] !== true);
  };
  try {
    for (const place of places) {
      const folder = join(place.folder, `${ownPrefix()}${request.callId}`);
      mkdirSync(folder);
      folders.push(folder);
      setLimits(folder, entriesOf(place, request));
    }
  } catch (error) {
    for (const folder of folders) tryRemove(folder);
    throw error;
  }
  return {
    // Not awaited one after the other: the kernel waits for every processor at each, and for both at once as long as for one.
    enter: async (pid) => {
      await Promise.all(folders.map((folder) => writeFile(join(folder, 'cgroup.procs'), String(pid), { flag: 'r+' })));
    },
    remove,
    removeNow: () => {
      for (const folder of folders) {
        for (let looks = 0; looks < LAST_LOOKS && !tryRemove(folder); looks += 1) pause(1);
      }
    },
  };
}

function isOfDeadProcess(name: string): boolean {
  const [, pid, started] = /^hcp-(\d+)-(\d+)-/.exec(name) ?? [];
  if (pid === undefined || started === undefined) return false;
  const state = readState(Number(pid));
  return state === undefined || state.inert || String(state.startTime) !== started;
}

/** Removes the groups that hosts which died have left, with what still runs in them; answers how many. */
export async function removeDeadGroups(places: readonly GroupPlace[]): Promise<number> {
  let removed = 0;
  for (const { folder } of places) {
    for (const name of readdirSync(folder).filter(isOfDeadProcess)) {
      if (await removeGroup(join(folder, name))) removed += 1;
    }
  }
  return removed;
}
