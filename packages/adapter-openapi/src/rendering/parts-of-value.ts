import { isObject } from '../document/json.js';
import { RenderFault, type ArgumentPath } from './render-fault.js';

/** A value taken apart as the styles see it; nothing in it is encoded. */
export type ValueParts =
  | { readonly kind: 'primitive'; readonly text: string }
  | { readonly kind: 'array'; readonly items: readonly string[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, string])[] };

/** Takes a value apart. Throws {@link RenderFault} for what has no text form: no style writes nested values. */
export function partsOfValue(value: unknown, path: ArgumentPath): ValueParts {
  if (Array.isArray(value))
    return { kind: 'array', items: value.map((item, index) => scalarText(item, [...path, index])) };
  if (!isObject(value)) return { kind: 'primitive', text: scalarText(value, path) };
  const members = Object.entries(value).filter(([, one]) => one !== null);
  return {
    kind: 'object',
    members: members.map(([name, one]) => [wellFormed(name, [...path, name]), scalarText(one, [...path, name])]),
  };
}

/** The text of a string, number or boolean. Throws {@link RenderFault}. */
export function scalarText(value: unknown, path: ArgumentPath): string {
  if (typeof value === 'string') return wellFormed(value, path);
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number') {
    throw new RenderFault(path, 'must be a string, number or boolean: the document defines no other form here');
  }
  const text = String(value);
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) throw new RenderFault(path, 'has no plain decimal form; send it as a string');
  return text;
}

function wellFormed(text: string, path: ArgumentPath): string {
  if (!text.isWellFormed()) throw new RenderFault(path, 'holds a lone surrogate');
  return text;
}
