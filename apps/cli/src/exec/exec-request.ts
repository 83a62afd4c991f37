import type { DaemonOptions } from '../remote/at-daemon.js';
import { UsageError } from '../usage-error.js';
import { parsePairs, type Argument } from './argument-pairs.js';
import { execFlags } from './call-flags.js';
import { readFlags, type ReadFlags } from './read-flags.js';

/** What holds for every call of one command line. */
export interface CallOptions {
  readonly session: string;
  readonly project: string | undefined;
  readonly dryRun: boolean;
  readonly verbose: boolean;
  /** A daemon that answers instead of this machine's own pipeline. */
  readonly remote?: DaemonOptions;
}

/** One `hcp exec` as understood. */
export type ExecRequest =
  | {
      readonly source: 'words';
      readonly packId: string;
      readonly verbKey: string;
      readonly args: readonly Argument[];
      readonly options: CallOptions;
    }
  /** `from` is a file, or `-` for standard input. */
  | { readonly source: 'envelope'; readonly from: string; readonly options: CallOptions }
  | { readonly source: 'lines'; readonly options: CallOptions };

const forms = 'write hcp exec <pack_id> <verb_key> [-- k=v …], or --envelope <file|->, or --jsonl';

/** The words behind `exec`; `undefined` where the full program has to read them. */
export function parseExec(words: readonly string[]): ExecRequest | undefined {
  const read = readFlags(words, { definitions: execFlags, place: 'anywhere' });
  return read === undefined ? undefined : execRequest(read);
}

/** Sorted words to a request; a mixture of the three forms, or an incomplete one, is a usage mistake. */
export function execRequest(read: ReadFlags): ExecRequest {
  const { flags, operands, behind } = read;
  const options = callOptions(flags);
  const envelope = flags.get('envelope');
  if (envelope !== undefined || flags.has('jsonl')) {
    const source = envelope === undefined ? '--jsonl' : '--envelope';
    if (envelope !== undefined && flags.has('jsonl')) throw new UsageError('--envelope and --jsonl exclude each other');
    if (operands.length > 0 || behind !== undefined) {
      throw new UsageError(`${source} takes no pack, verb or arguments: they stand in the envelope`);
    }
    return envelope === undefined ? { source: 'lines', options } : { source: 'envelope', from: envelope, options };
  }
  const [packId, verbKey, surplus] = operands;
  if (packId === undefined) throw new UsageError('a pack id is missing', forms);
  if (verbKey === undefined) throw new UsageError('a verb key is missing', forms);
  if (surplus !== undefined) throw new UsageError('there is a word too many', `arguments stand behind --; ${forms}`);
  return { source: 'words', packId, verbKey, args: parsePairs(behind ?? []), options };
}

/** The flags that `exec` and `run` have in common. */
export function callOptions(flags: ReadonlyMap<string, string>): CallOptions {
  return {
    session: flags.get('session') ?? 'default',
    project: flags.get('project'),
    dryRun: flags.has('dry-run'),
    verbose: flags.has('verbose'),
    ...remoteOption(flags),
  };
}

function remoteOption(flags: ReadonlyMap<string, string>): Pick<CallOptions, 'remote'> {
  const address = flags.get('daemon');
  const tokenFile = flags.get('token-file');
  if (address !== undefined) return { remote: { address, tokenFile, session: flags.get('session') } };
  if (tokenFile === undefined) return {};
  throw new UsageError('--token-file is for a daemon', 'name it with --daemon');
}
