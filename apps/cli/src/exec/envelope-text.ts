import type { Argument } from './argument-pairs.js';
import type { DeclaredTypes } from './declared-types.js';

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const gates = new Set(['confirm', 'apply']);

/** Whether a schema could give this argument another type than string; if none can, no manifest need be read. */
export function mayBeTyped(argument: Argument): boolean {
  return 'text' in argument && (isBoolean(argument.text) || number.test(argument.text));
}

/**
 * The text of an envelope, which then passes the very checks every envelope passes: size, depth, duplicate keys
 * and integers (profile P1). A number goes in digit for digit.
 */
export function envelopeText(packId: string, verbKey: string, args: readonly string[]): string {
  return `{"pack_id":${JSON.stringify(packId)},"verb_key":${JSON.stringify(verbKey)},"args":{${args.join(',')}}}`;
}

/** One member of `args`: typed by the schema where the text is JSON of that type, else a string (profile P11). */
export function memberText(argument: Argument, types: DeclaredTypes): string {
  const value = 'json' in argument ? argument.json : typedText(argument, types);
  return `${JSON.stringify(argument.name)}:${value}`;
}

function typedText(argument: { readonly name: string; readonly text: string }, types: DeclaredTypes): string {
  const { name, text } = argument;
  if (isBoolean(text) && (gates.has(name) || types(name).includes('boolean'))) return text;
  if (number.test(text) && isNumberOf(types(name), text)) return text;
  return JSON.stringify(text);
}

/** JSON Schema counts `5.0` as an integer. An integer too large to carry is for the envelope's own check to refuse. */
function isNumberOf(types: readonly string[], text: string): boolean {
  return types.includes('number') || (types.includes('integer') && Number.isInteger(Number(text)));
}

function isBoolean(text: string): boolean {
  return text === 'true' || text === 'false';
}
