import { decoys } from './decoys.js';
import { runCommand, type CommandEnd } from './run-command.js';

/** Runs one command of an `hcp` under one home; everything but the home is the same for each. */
export type HcpCommand = (words: readonly string[], input?: string | Uint8Array) => Promise<CommandEnd>;

export interface HcpOptions {
  /** Path of the `hcp` binary; a JavaScript file is started with this Node. */
  readonly binary: string;
  /** `HCP_HOME`. */
  readonly home: string;
  /** Where it starts, and the `HOME` it sees. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Ends what runs when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** Its environment holds a search path, the two homes and the {@link decoys}, and nothing else of the runner's. */
export function createHcpCommand({ binary, home, folder, env, timeoutMs, signal }: HcpOptions): HcpCommand {
  const program = /\.[cm]?js$/.test(binary) ? ([process.execPath, binary] as const) : ([binary] as const);
  const environment = { PATH: env['PATH'], HOME: folder, HCP_HOME: home, ...decoys };
  return (words, input = '') =>
    runCommand({ argv: [...program, ...words], cwd: folder, env: environment, input, timeoutMs, signal });
}
