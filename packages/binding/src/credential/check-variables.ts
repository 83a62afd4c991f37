import { isForbiddenVariable } from '@hcp/manifest';
import { isObject, mustBe } from './check-members.js';

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Checks `env` of a credential: settable names (profile P3) and values a process environment can hold. */
export function checkVariables(value: unknown, pointer: string): string | undefined {
  if (!isObject(value)) return mustBe(pointer, 'an object of variables', value);
  for (const [name, text] of Object.entries(value)) {
    // A name that is none may be a secret in the wrong place, so it is not shown.
    if (!variableName.test(name)) return `${pointer} has a name that is no variable name (letters, digits, _)`;
    const at = `${pointer}/${name}`;
    if (typeof text !== 'string') return mustBe(at, 'a string', text);
    if (text.includes('\0')) return `${at} must not hold a NUL character`;
    if (!text.isWellFormed()) return `${at} must not hold half a surrogate pair`;
    if (isForbiddenVariable(name, text)) return `${at} is a variable that no credential may set`;
  }
  return undefined;
}
