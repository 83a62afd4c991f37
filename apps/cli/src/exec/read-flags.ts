import { UsageError } from '../usage-error.js';
import type { FlagDefinition } from './call-flags.js';

/** Words of a command line, sorted. */
export interface ReadFlags {
  readonly flags: ReadonlyMap<string, string>;
  readonly operands: readonly string[];
  /** What stands behind `--`; `undefined` without one. */
  readonly behind: readonly string[] | undefined;
}

export interface FlagReading {
  readonly definitions: readonly FlagDefinition[];
  /** `anywhere`: also behind operands. `before`: the first operand ends them. */
  readonly place: 'anywhere' | 'before';
}

/**
 * Reads the flags of the hot path without loading a parser library. `undefined` for anything but the plainest
 * spelling, `--help` included: the full program then reads the line again and answers.
 */
export function readFlags(words: readonly string[], reading: FlagReading): ReadFlags | undefined {
  const flags = new Map<string, string>();
  const operands: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--' && reading.place === 'anywhere') return { flags, operands, behind: words.slice(at + 1) };
    if (!word.startsWith('-')) {
      if (reading.place === 'before') return { flags, operands: words.slice(at), behind: undefined };
      operands.push(word);
      continue;
    }
    const flag = readFlag(word, words[at + 1], reading.definitions);
    if (flag === undefined) return undefined;
    if (flags.has(flag.name)) throw new UsageError(`--${flag.name} is given twice`, 'give it once');
    flags.set(flag.name, flag.value);
    at += flag.words - 1;
  }
  return { flags, operands, behind: undefined };
}

interface ReadFlag {
  readonly name: string;
  readonly value: string;
  readonly words: 1 | 2;
}

function readFlag(
  word: string,
  next: string | undefined,
  definitions: readonly FlagDefinition[],
): ReadFlag | undefined {
  const equals = word.indexOf('=');
  const name = word.slice(2, equals === -1 ? undefined : equals);
  const definition = definitions.find((one) => one.name === name);
  if (definition === undefined || !word.startsWith('--')) return undefined;
  if (definition.value === null) return equals === -1 ? { name, value: '', words: 1 } : undefined;
  if (equals !== -1) return { name, value: word.slice(equals + 1), words: 1 };
  if (next === undefined || (next.startsWith('-') && next !== '-')) return undefined;
  return { name, value: next, words: 2 };
}
