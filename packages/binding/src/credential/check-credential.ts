import { checkHeaders } from './check-headers.js';
import { checkMembers, isObject, isStringArray, mustBe, type Check, type JsonObject } from './check-members.js';
import { checkVariables } from './check-variables.js';
import type { Checked, Credential } from './credential.js';
import { parseDateTime } from './parse-date-time.js';

const checkPlain: Check = (value, pointer) =>
  isStringArray(value) ? undefined : mustBe(pointer, 'an array of names', value);

const checkExpiry: Check = (value, pointer) => {
  if (typeof value !== 'string') return mustBe(pointer, 'an RFC 3339 date-time', value);
  if (parseDateTime(value) !== undefined) return undefined;
  return `${pointer} must be an RFC 3339 date-time with an offset, such as 2030-01-31T12:00:00Z`;
};

const members: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['env', checkVariables],
  ['headers', checkHeaders],
  ['plain', checkPlain],
  ['expires_at', checkExpiry],
]);

/**
 * Checks a credential (profile P7): a closed object that sets at least one variable or header, no secret of it
 * empty. `pointer` is where it stands in its document, empty for the whole of it.
 */
export function checkCredential(value: unknown, pointer: string): Checked<Credential> {
  const root = pointer === '' ? '/' : pointer;
  if (!isObject(value)) return { ok: false, reason: mustBe(root, 'an object', value) };
  const problem = checkMembers(value, pointer, members);
  if (problem !== undefined) return { ok: false, reason: problem };
  const credential = asCredential(value);
  if (Object.keys(credential.env).length + Object.keys(credential.headers).length === 0) {
    return { ok: false, reason: `${root} is empty; it must set a variable in env or a header in headers` };
  }
  const reason = checkPlainNames(credential, pointer) ?? checkSecretsFilled(credential, pointer);
  return reason === undefined ? { ok: true, value: credential } : { ok: false, reason };
}

function asCredential(value: JsonObject): Credential {
  const own = (name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);
  return {
    env: (own('env') ?? {}) as Credential['env'],
    headers: (own('headers') ?? {}) as Credential['headers'],
    plain: (own('plain') ?? []) as Credential['plain'],
    expiresAt: own('expires_at') as Credential['expiresAt'],
  };
}

/** A misspelt name in `plain` would leave its author thinking that a value is shown. */
function checkPlainNames({ env, headers, plain }: Credential, pointer: string): string | undefined {
  const index = plain.findIndex((name) => !Object.hasOwn(env, name) && !Object.hasOwn(headers, name));
  return index === -1 ? undefined : `${pointer}/plain/${index} names no variable or header of this credential`;
}

function checkSecretsFilled({ env, plain }: Credential, pointer: string): string | undefined {
  const empty = Object.keys(env).find((name) => env[name] === '' && !plain.includes(name));
  return empty === undefined ? undefined : `${pointer}/env/${empty} must not be empty unless plain names it`;
}
