import { decoys } from './decoys.js';
import { runCommand, type CommandEnd } from './run-command.js';

/** Runs one command of an `hcp` under one home; everything but the home is the same for each. */
export type HcpCommand = (words: readonly string[], input?: string | Uint8Array) => Promise<CommandEnd>;

/** How a program of the product is started. */
export interface ProductOptions {
  /** Path of the program; a JavaScript file is started with this Node. */
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

export function createHcpCommand(options: ProductOptions): HcpCommand {
  const { folder, timeoutMs, signal } = options;
  const argv = productArgv(options.binary);
  const env = productEnvironment(options);
  return (words, input = '') => runCommand({ argv: [...argv, ...words], cwd: folder, env, input, timeoutMs, signal });
}

export function productArgv(binary: string): readonly [string, ...string[]] {
  return /\.[cm]?js$/.test(binary) ? [process.execPath, '--disable-warning=ExperimentalWarning', binary] : [binary];
}

/** A search path, the two homes and the {@link decoys}, and nothing else of the runner's. */
export function productEnvironment({
  home,
  folder,
  env,
}: Pick<ProductOptions, 'home' | 'folder' | 'env'>): Readonly<Record<string, string | undefined>> {
  return { PATH: env['PATH'], HOME: folder, HCP_HOME: home, ...decoys };
}
