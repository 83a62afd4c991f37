import { UsageError } from '../usage-error.js';

/** One argument as typed: `text` is plain text, or `json` one JSON text as written. */
export type Argument =
  { readonly name: string; readonly text: string } | { readonly name: string; readonly json: string };

/** `k=v` and `k:=json` words (profile P11). The first `=` divides, so a name may hold `:` and a value anything. */
export function parsePairs(words: readonly string[]): readonly Argument[] {
  const names = new Set<string>();
  return words.map((word) => {
    requireWhole(word);
    const argument = parsePair(word);
    if (names.has(argument.name)) throw new UsageError(`argument ${quoted(argument.name)} is given twice`);
    names.add(argument.name);
    return argument;
  });
}

function parsePair(word: string): Argument {
  const at = word.indexOf('=');
  if (at === -1) throw new UsageError(`argument ${quoted(word)} is not k=v`, 'write k=v, or k:=json for JSON');
  const json = at > 0 && word[at - 1] === ':';
  const name = word.slice(0, json ? at - 1 : at);
  if (name === '') throw new UsageError(`argument ${quoted(word)} has no key`, 'write k=v, or k:=json for JSON');
  const value = word.slice(at + 1);
  return json ? jsonArgument(name, value) : { name, text: value };
}

/** The system's bytes that are no UTF-8 arrive as U+FFFD: a word that has one is not what was typed. */
export function requireWhole(word: string): void {
  if (!word.includes('\uFFFD')) return;
  throw new UsageError(
    `argument ${quoted(word)} holds U+FFFD, which stands for bytes that are not UTF-8`,
    'write it as \\ufffd in k:=json where it is meant',
  );
}

/** Exactly one JSON value, so that putting it into an envelope's text cannot add anything beside it. */
function jsonArgument(name: string, json: string): Argument {
  try {
    JSON.parse(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(`argument ${quoted(name)} is not JSON`, `write ${name}=… for a string`);
  }
  return { name, json };
}

/** A long word may hold more than its owner wants to see again; the start is enough to find it. */
function quoted(word: string): string {
  const name = word.split('=', 1)[0] ?? '';
  return JSON.stringify(name.length > 64 ? `${name.slice(0, 64)}…` : name);
}
