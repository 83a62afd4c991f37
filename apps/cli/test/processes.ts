import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Waits until the sleeping fixture of a call has said its process id and started its child, then forgets it; the id is
 * its group's, too.
 */
export async function sleeperIn(home: string): Promise<number> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const files = pidFiles(join(home, 'work'));
    const pid = Number(files.map((file) => readFileSync(file, 'utf8')).join(''));
    if (pid !== 0 && groupOf(pid).length === 2) {
      for (const file of files) writeFileSync(file, '');
      return pid;
    }
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error('the program of the call did not say its process id');
}

/** Living processes of a group, as /proc has them. */
export function groupOf(group: number): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return state !== 'Z' && Number(pgrp) === group;
      } catch {
        return false;
      }
    });
}

/** Whether a process has a handler for SIGTERM, as the kernel has it. */
export function catchesSigterm(pid: number): boolean {
  const mask = /^SigCgt:\s+([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return (BigInt(`0x${mask?.[1] ?? '0'}`) & (1n << 14n)) !== 0n;
}

/** Whether a process sleeps in a write that its reader does not take. */
export function isBlocked(pid: number): boolean {
  const channel = spawnSync('cat', [`/proc/${pid}/wchan`], { encoding: 'utf8' }).stdout;
  return /pipe|unix|sock/.test(channel);
}

function pidFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('/pid'))
    .map((name) => join(folder, name));
}
