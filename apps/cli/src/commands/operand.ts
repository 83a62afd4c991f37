import { resolve } from 'node:path';
import { UsageError } from '../usage-error.js';

/** The word at a place. The parser has counted them already, so a missing one is this program's own mistake. */
export function operand(operands: readonly string[], at: number): string {
  const word = operands[at];
  if (word === undefined) throw new TypeError(`word ${at} is missing`);
  return word;
}

/** A folder as named, made absolute; an empty name would mean the current folder by accident. */
export function folder(operands: readonly string[], at: number): string {
  return absolute(operand(operands, at));
}

export function absolute(path: string): string {
  if (path === '') throw new UsageError('a folder name is empty', 'write . for the current folder');
  return resolve(path);
}

/** An option's text, or `undefined` where it is not given. */
export function textOption(options: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** The texts of an option that may be repeated; none where it is not given. */
export function textsOption(options: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const value = options[name];
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}
