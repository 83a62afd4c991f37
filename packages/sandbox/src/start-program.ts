import type { Readable } from 'node:stream';
import type { CommandLine } from './command-line.js';
import { openDirectStart } from './direct-start.js';

export interface ProgramStart extends CommandLine {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Open descriptors of this process that become 3, 4, … of the program. */
  readonly descriptors?: readonly number[];
}

/** A started program: head of its own group and session, stdin at EOF, no terminal. */
export interface RunningProgram {
  readonly pid: number;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** As of Node's own child: the code, or `null` and the signal it was ended by. */
  readonly once: (event: 'exit', listener: (exitCode: number | null, signal: NodeJS.Signals | null) => void) => unknown;
}

/** Never a shell (§6.4). Throws what the system says; `explainSpawnFault` puts it into words. */
export async function startProgram(start: ProgramStart): Promise<RunningProgram> {
  const startDirectly = openDirectStart();
  if (startDirectly !== undefined) return startDirectly(start);
  return (await import('./start-through-node.js')).startThroughNode(start);
}
