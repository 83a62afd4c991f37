import { memberOf } from '../json/json-node.js';
import { readJson } from '../json/read-json.js';
import { decoys } from './decoys.js';
import type { Driver, DriverAnswer } from './driver.js';
import { decodeUtf8, runCommand } from './run-command.js';

export interface CommandDriverOptions {
  readonly argv: readonly [string, ...string[]];
  /** The environment of the runner; {@link decoys} are added. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds; 20,000 by driver protocol 1. */
  readonly timeoutMs?: number;
  readonly concurrency?: number;
  /** Ends what runs when aborted. */
  readonly signal?: AbortSignal | undefined;
}

export const driverTimeoutMs = 20_000;

/** A driver somebody wrote for their runtime: one process a request, the document on stdin, the answer on stdout. */
export function createCommandDriver(options: CommandDriverOptions): Driver {
  return {
    name: options.argv.join(' '),
    concurrency: options.concurrency ?? 2,
    answer: async (request, { folder }) => {
      const ended = await runCommand({
        argv: options.argv,
        cwd: folder,
        env: { ...options.env, ...decoys },
        input: `${JSON.stringify(request)}\n`,
        timeoutMs: options.timeoutMs ?? driverTimeoutMs,
        signal: options.signal,
      });
      if (ended.end !== 'exited') return { kind: 'failed', why: `the driver ${ended.why}` };
      return readAnswer(ended.stdout, ended.stderr);
    },
  };
}

function readAnswer(stdout: Uint8Array, stderr: string): DriverAnswer {
  const said = stderr.trim() === '' ? [] : [`the driver said: ${stderr.trim().slice(0, 2000)}`];
  const text = decodeUtf8(stdout);
  if (text === undefined) return { kind: 'failed', why: ['the driver printed what is not UTF-8', ...said].join('; ') };
  try {
    const node = readJson(text);
    const why = memberOf(node, 'unsupported');
    if (node.kind === 'object' && node.members.length === 1 && why?.kind === 'string') {
      return { kind: 'unsupported', why: why.value };
    }
    return { kind: 'answered', text, notes: said };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', why: [`the driver did not print one JSON document: ${reason}`, ...said].join('; ') };
  }
}
