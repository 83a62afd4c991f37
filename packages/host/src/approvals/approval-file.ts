import type { BindingMode } from '@hcp/manifest';
import type { PendingApproval } from '../host.js';
import { closed, isString, isText, listOf, oneOf, optional, orNull, type JsonObject } from '../state/shape.js';
import type { StateFormat } from '../state/state-file.js';
import type { PackDigests } from './approval-digest.js';

/** A call that waits for the operator, as stored; `args` is its redacted arguments as one JSON text. */
export interface StoredRequest
  extends Omit<PendingApproval, 'tenant' | 'principal_id' | 'args' | 'binding_mode'>, PackDigests {
  /** Over the real arguments. */
  readonly digest: string;
  readonly args: string;
  readonly binding_mode: BindingMode;
}

/** A single use of one call, not claimed yet. */
export interface Grant {
  readonly id: string;
  readonly digest: string;
  readonly granted_at: string;
  readonly expires_at: string;
}

/** What waits and what is approved for one principal of one tenant. */
export interface Approvals {
  readonly tenant: string;
  readonly principal_id: string;
  readonly pending: readonly StoredRequest[];
  readonly granted: readonly Grant[];
}

/** Milliseconds that a request waits for the operator, and that a grant may be used (profile P5). */
export const requestLifetimeMs: number = 24 * 60 * 60 * 1000;
export const grantLifetimeMs: number = 10 * 60 * 1000;

const time = isText('an RFC 3339 time', (text) => !Number.isNaN(Date.parse(text)));
const sha256 = isText('64 hexadecimal digits', (text) => /^[0-9a-f]{64}$/.test(text));
const id = isText('16 hexadecimal digits', (text) => /^[0-9a-f]{16}$/.test(text));

const isJsonObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch (error) {
    if (error instanceof SyntaxError) {
      return false;
    }
    throw error;
  }
};

export const approvalsFormat: StateFormat<Approvals> = {
  shape: closed({
    tenant: isString,
    principal_id: isString,
    pending: listOf(
      closed({
        id,
        digest: sha256,
        requested_at: time,
        session_id: isString,
        pack_id: isString,
        verb_key: isString,
        args: isText('the JSON text of an object', isJsonObject),
        binding_mode: oneOf('user', 'mothership', 'local', 'public', 'mock'),
        surface_sha256: sha256,
        policy_sha256: sha256,
        bin_sha256: orNull(sha256),
        plans_sha256: optional(sha256),
      }),
    ),
    granted: listOf(closed({ id, digest: sha256, granted_at: time, expires_at: time })),
  }),
  versionOptional: false,
  decode: (value) => value as unknown as Approvals,
};

export const approvalsMembers = (approvals: Approvals): JsonObject => ({ ...approvals });

/** Without what has expired at `now`, milliseconds since the epoch. A time in the future is no reason to last longer. */
export const standing = (approvals: Approvals, now: number): Approvals => ({
  ...approvals,
  pending: approvals.pending.filter(({ requested_at: at }) => now - Date.parse(at) < requestLifetimeMs),
  granted: approvals.granted.filter(
    ({ granted_at: from, expires_at: until }) => Date.parse(from) <= now && now < Date.parse(until),
  ),
});
