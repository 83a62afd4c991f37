import { checkMembers, isObject, isStringArray, mustBe, type Check } from './check-members.js';
import type { Checked, Credential } from './credential.js';
import { parseRecordJson } from './parse-record-json.js';

/** The version this runtime reads and writes (profile P10). */
const recordVersion = 1;

/** What a hub keeps for one family: a credential, not yet looked into, and the packs it was connected for. */
export interface CredentialRecord {
  readonly packs: readonly string[];
  readonly credential: unknown;
}

const checkVersion: Check = (value, pointer) => {
  if (value === recordVersion) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > recordVersion) {
    return `${pointer} is ${value}; this runtime reads ${recordVersion}; use the newer runtime that wrote it`;
  }
  return `${pointer} must be ${recordVersion}`;
};

const members: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['version', checkVersion],
  ['packs', (value, at) => (isStringArray(value) ? undefined : mustBe(at, 'an array of pack ids', value))],
  ['credential', (value, at) => (isObject(value) ? undefined : mustBe(at, 'an object', value))],
]);

/** Parses a credential record: strict JSON, closed shape, every member there. */
export function parseCredentialRecord(text: string | Uint8Array): Checked<CredentialRecord> {
  const parsed = parseRecordJson(text);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  if (!isObject(value)) return { ok: false, reason: mustBe('/', 'an object', value) };
  // The version first: a newer record may well have members this runtime does not know.
  const problem = checkVersion(value['version'], '/version') ?? checkMembers(value, '', members);
  if (problem !== undefined) return { ok: false, reason: problem };
  const missing = [...members.keys()].find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return { ok: false, reason: `/${missing} is required` };
  return { ok: true, value: { packs: value['packs'] as readonly string[], credential: value['credential'] } };
}

/** The text that {@link parseCredentialRecord} reads back. */
export function printCredentialRecord(packs: readonly string[], credential: Credential): string {
  const { env, headers, plain, expiresAt } = credential;
  const stored = {
    ...(Object.keys(env).length === 0 ? {} : { env }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(plain.length === 0 ? {} : { plain }),
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
  };
  return `${JSON.stringify({ version: recordVersion, packs, credential: stored }, null, 2)}\n`;
}
