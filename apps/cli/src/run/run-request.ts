import { UsageError } from '../usage-error.js';
import { requireWhole } from '../exec/argument-pairs.js';
import { runFlags } from '../exec/call-flags.js';
import { callOptions, type CallOptions } from '../exec/exec-request.js';
import { readFlags } from '../exec/read-flags.js';

/** `--name`, with the value behind `=` or in the next word if there is one. */
export interface RunFlag {
  readonly name: string;
  readonly value: string | undefined;
  /** `=` cannot be part of a `--no-name`. */
  readonly joined: boolean;
}

/** One `hcp run` as understood (profile P11). */
export interface RunRequest {
  readonly packId: string;
  readonly words: readonly string[];
  readonly flags: readonly RunFlag[];
  readonly options: CallOptions;
}

const form = 'write hcp run [--session <name>] <pack_id> <words…> [--flag value | --flag | --no-flag] …';

/** The words behind `run`; `undefined` where the full program has to read them. */
export function parseRun(words: readonly string[]): RunRequest | undefined {
  const read = readFlags(words, { definitions: runFlags, place: 'before' });
  return read === undefined ? undefined : runRequest(read.operands, callOptions(read.flags));
}

/** From the pack id on: words, then flags; `--` ends the flags and what follows are words again. */
export function runRequest(operands: readonly string[], options: CallOptions): RunRequest {
  operands.forEach(requireWhole);
  const [packId, ...rest] = operands;
  if (packId === undefined) throw new UsageError('a pack id is missing', form);
  const end = rest.indexOf('--');
  const before = end === -1 ? rest : rest.slice(0, end);
  const firstFlag = before.findIndex((word) => word.startsWith('--'));
  const leading = firstFlag === -1 ? before : before.slice(0, firstFlag);
  const dashed = leading.find((word) => word.startsWith('-'));
  if (dashed !== undefined) {
    throw new UsageError(`${JSON.stringify(dashed)} is neither a word nor a flag`, 'flags start with two dashes');
  }
  const words = [...leading, ...(end === -1 ? [] : rest.slice(end + 1))];
  if (words.length === 0) throw new UsageError('the words of a verb are missing', form);
  return { packId, words, flags: readArguments(before.slice(leading.length)), options };
}

function readArguments(tokens: readonly string[]): readonly RunFlag[] {
  const flags: RunFlag[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    if (!token.startsWith('--')) {
      throw new UsageError(`${JSON.stringify(token)} follows no flag`, 'words stand before the flags, or behind --');
    }
    const equals = token.indexOf('=');
    const name = token.slice(2, equals === -1 ? undefined : equals);
    if (name === '') throw new UsageError(`${JSON.stringify(token)} has no name`, 'write --name=value');
    if (equals !== -1) {
      flags.push({ name, value: token.slice(equals + 1), joined: true });
      continue;
    }
    const next = tokens[at + 1];
    const value = next === undefined || next.startsWith('--') ? undefined : next;
    flags.push({ name, value, joined: false });
    if (value !== undefined) at += 1;
  }
  return flags;
}
