import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkMembers, isObject, mustBe, type Check } from '../credential/check-members.js';
import { largestRecord, parseRecordJson } from '../credential/parse-record-json.js';
import type { HubRequest } from '../hub.js';
import { readPrivateFile } from '../local/private-file.js';
import { replacePrivateFile } from '../local/replace-private-file.js';
import type { ExchangeSettings } from './exchange-settings.js';
import type { Refusal } from './exchange-token.js';

/** Whose token of what it is. Each face exchanges another token of the principal, and keeps what it got for itself. */
export type TokenOwner = Pick<HubRequest, 'tenant' | 'principalId' | 'projectId' | 'family' | 'caller'>;

/** An exchanged token as kept; times in milliseconds since 1970. */
export interface CachedToken {
  readonly token: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** Of the settings it was exchanged under; under others it is not used. */
  readonly settings: string;
}

/** Where the token of one owner is kept, and the lock under which it is replaced. */
export interface TokenPlace {
  readonly folder: string;
  readonly name: string;
  readonly lockFile: string;
  readonly owner: string;
}

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** One of 256 folders, each with a lock of its own, so that a slow exchange keeps few others waiting. */
export function tokenPlace(
  directory: string,
  { tenant, principalId, projectId, family, caller }: TokenOwner,
): TokenPlace {
  const owner = digest([tenant, principalId, projectId, family ?? null, caller?.face ?? null]);
  const folder = join(directory, owner.slice(0, 2));
  return { folder, name: `${owner}.json`, lockFile: join(folder, 'lock'), owner };
}

/** Tells settings apart by what decides which token is issued. */
export function settingsDigest(settings: ExchangeSettings): string {
  const { endpoint, clientId, audience, resource, scope, subjectTokenType } = settings;
  return digest([endpoint, clientId, audience ?? null, resource ?? null, scope ?? null, subjectTokenType]);
}

const text: Check = (value, at) => (typeof value === 'string' ? undefined : mustBe(at, 'a string', value));
const time: Check = (value, at) => (Number.isSafeInteger(value) ? undefined : mustBe(at, 'whole milliseconds', value));
const members: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['version', (value, at) => (value === 1 ? undefined : `${at} must be 1`)],
  ['owner', text],
  ['settings', text],
  ['token', text],
  ['issued_at', time],
  ['expires_at', time],
]);

/** `undefined` where none is kept; a file that does not hold is a refusal and stays where it is (profile P10). */
export function readToken({ folder, name, owner }: TokenPlace): { readonly value: CachedToken | undefined } | Refusal {
  const file = readPrivateFile(folder, name, largestRecord);
  if (!file.ok) return file.absent ? { value: undefined } : { ok: false, reason: file.reason };
  const refuse = (reason: string): Refusal => ({ ok: false, reason: `${file.source}: ${reason}; move it away` });
  const parsed = parseRecordJson(file.bytes);
  if (!parsed.ok) return refuse(parsed.reason);
  if (!isObject(parsed.value)) return refuse(mustBe('/', 'an object', parsed.value));
  const stored = parsed.value;
  const missing = [...members.keys()].find((member) => !Object.hasOwn(stored, member));
  if (missing !== undefined) return refuse(`/${missing} is required`);
  const problem = checkMembers(stored, '', members);
  if (problem !== undefined) return refuse(problem);
  if (stored['owner'] !== owner) return refuse('belongs to another principal, project or family');
  const { token, settings, issued_at: issuedAt, expires_at: expiresAt } = stored as Record<string, never>;
  return { value: { token, settings, issuedAt, expiresAt } as unknown as CachedToken };
}

/** Replaces the token of one owner, and removes expired ones beside it. Hold the lock of the place. */
export function writeToken(place: TokenPlace, cached: CachedToken, now: number): void {
  const { token, settings, issuedAt, expiresAt } = cached;
  const stored = { version: 1, owner: place.owner, settings, token, issued_at: issuedAt, expires_at: expiresAt };
  replacePrivateFile(place.folder, place.name, `${JSON.stringify(stored)}\n`);
  removeExpired(place, now);
}

function removeExpired({ folder, name }: TokenPlace, now: number): void {
  for (const other of readdirSync(folder)) {
    if (other === name || !/^[0-9a-f]{64}\.json$/.test(other)) continue;
    const found = readToken({ folder, name: other, lockFile: '', owner: other.slice(0, 64) });
    if ('value' in found && found.value !== undefined && found.value.expiresAt <= now) rmSync(join(folder, other));
  }
}
