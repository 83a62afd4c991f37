import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const worker = fileURLToPath(new URL('fixtures/audit-worker.mjs', import.meta.url));
const running = new Set<ChildProcess>();

/** A process of its own that writes to the audit of `home`. */
export function startWorker(...argv: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [worker, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Resolves when the worker says its first word. */
export async function ready(child: ChildProcess): Promise<void> {
  await once(child.stdout!, 'data');
}

/** Exit code, or the name of the signal, and everything it printed. */
export async function finished(child: ChildProcess): Promise<{ end: unknown; stdout: string; stderr: string }> {
  let stdout = '';
  let stderr = '';
  child.stdout!.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr!.on('data', (data: Buffer) => (stderr += data.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { end: code ?? signal, stdout, stderr };
}

export function endWorkers(): void {
  for (const child of running) child.kill('SIGKILL');
}
