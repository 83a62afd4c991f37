import { readFileSync, readlinkSync } from 'node:fs';
import { systemErrorCode } from '../home/system-error.js';

let own: string | undefined;
let boot: string | undefined;

/** `<inode of the pid namespace>-<pid>-<start time>`: no two processes of one boot have the same. */
export function ownIdentity(): string {
  own ??= `${pidNamespace()}-${process.pid}-${startTime(process.pid) ?? '0'}`;
  return own;
}

/** Changes with every boot of the machine; empty where the system does not tell. */
export function bootId(): string {
  boot ??= readSystemFile('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
  return boot;
}

/** Whether the process is surely gone; a process of another pid namespace cannot be judged and never is. */
export function isSurelyDead(identity: string): boolean {
  const [namespace, pid, started] = identity.split('-');
  if (namespace !== pidNamespace() || pid === undefined || !/^[1-9][0-9]*$/.test(pid)) return false;
  const found = startTime(Number(pid));
  return found === undefined ? isNoProcess(Number(pid)) : found !== started;
}

function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}

/** Clock ticks since boot; `undefined` when the process is gone, a zombie, or the system does not tell. */
function startTime(pid: number): string | undefined {
  const text = readSystemFile(`/proc/${pid}/stat`);
  // The name in parentheses may hold anything; state is the first field behind it, start time the twentieth.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields === undefined || fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

function isNoProcess(pid: number): boolean {
  if (readSystemFile(`/proc/${pid}/stat`) !== undefined) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (cause) {
    return systemErrorCode(cause) === 'ESRCH';
  }
}

function readSystemFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
