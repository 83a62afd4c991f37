import type { Principal, Session } from '@hcp/pipeline';
import type { Host, HostOptions } from './host.js';

/** What a `create` of a token is told; the principal is as written, nothing is looked up. */
export interface TokenRequest {
  readonly principalId: string;
  readonly tenant: string;
  readonly projects: readonly string[];
  readonly capabilities: readonly string[];
}

/** One static bearer token; the token itself is stored as SHA-256 and never shown again. */
export interface TokenSummary {
  /** Names the token for `revoke`; says nothing about it. */
  readonly id: string;
  readonly principal: Principal;
  readonly created_at: string;
}

export interface TokenAdministration {
  /** `token` is shown this once. */
  readonly create: (request: TokenRequest) => Promise<TokenSummary & { readonly token: string }>;
  readonly list: () => Promise<readonly TokenSummary[]>;
  readonly revoke: (id: string) => Promise<TokenSummary>;
}

/** A call that waits for the operator (profile P5 `"confirm": "approval"`). */
export interface PendingApproval {
  readonly id: string;
  readonly requested_at: string;
  readonly tenant: string;
  readonly principal_id: string;
  readonly session_id: string;
  readonly pack_id: string;
  readonly verb_key: string;
  /** `secret_args` redacted. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly binding_mode: string;
}

export interface ApprovalAdministration {
  readonly pending: () => Promise<readonly PendingApproval[]>;
  /** Makes a single-use grant of exactly this call, good for 10 minutes; answers when it ends. */
  readonly approve: (id: string) => Promise<PendingApproval & { readonly expires_at: string }>;
  /** Drops the request. */
  readonly deny: (id: string) => Promise<PendingApproval>;
}

/** Sessions over HTTP (profile P6): server-made ids of 128 random bits; someone else's reads as unknown. */
export interface HttpSessions {
  readonly create: (principal: Principal, projectId: string | null) => Promise<Session>;
  /** `undefined` for an unknown, expired or foreign session. */
  readonly find: (principal: Principal, id: string) => Promise<Session | undefined>;
  readonly remove: (principal: Principal, id: string) => Promise<boolean>;
  /** `undefined` as for `find`; an uninstalled pack is an HcpError `unknown_pack`. */
  readonly activate: (principal: Principal, id: string, packId: string) => Promise<Session | undefined>;
  readonly deactivate: (principal: Principal, id: string, packId: string) => Promise<Session | undefined>;
}

export interface DaemonHostOptions extends HostOptions {
  /** Milliseconds a session over HTTP lives; default 24 hours. */
  readonly sessionLifetimeMs?: number;
}

/**
 * The host as a daemon uses it: the same pipeline, packs, audit and stores, with callers told apart by their bearer
 * credential. `Caller.credential` of face `http` is `{ bearer: string } | undefined`.
 */
export interface DaemonHost extends Host {
  readonly tokens: TokenAdministration;
  readonly approvals: ApprovalAdministration;
  readonly httpSessions: HttpSessions;
  /** Static token or JWT (issuer, audience, expiry and algorithms required) → principal; `undefined` for anything else. */
  readonly authenticate: (bearer: string | undefined) => Promise<Principal | undefined>;
  /** `false` when this principal has used the key before; durable before it answers `true`. */
  readonly claimIdempotencyKey: (principal: Principal, key: string) => Promise<boolean>;
  /** Why the daemon is not ready (audit or state cannot be written, a state file is corrupt), or `undefined`. */
  readonly unready: () => Promise<string | undefined>;
}
