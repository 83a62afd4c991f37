import type { Principal, SandboxMode, Session } from '@hcp/pipeline';
import type { Host, HostOptions } from './host.js';

/** Sessions over HTTP (profile P6): server-made ids of 128 random bits; someone else's reads as unknown. */
export interface HttpSessions {
  /** Without a project, the principal's only one. Another's is an HcpError `foreign_project`. */
  readonly create: (principal: Principal, projectId: string | null) => Promise<Session>;
  /** `undefined` for an unknown, expired or foreign session. */
  readonly find: (principal: Principal, id: string) => Promise<Session | undefined>;
  readonly remove: (principal: Principal, id: string) => Promise<boolean>;
  /** `undefined` as for `find`; an uninstalled pack is an HcpError `unknown_pack`. */
  readonly activate: (principal: Principal, id: string, packId: string) => Promise<Session | undefined>;
  /** Also answers for a pack that was not activated. */
  readonly deactivate: (principal: Principal, id: string, packId: string) => Promise<Session | undefined>;
}

export interface DaemonHostOptions extends HostOptions {
  /** Milliseconds a session over HTTP lives from the moment it is made, used or not; default 24 hours. */
  readonly sessionLifetimeMs?: number;
}

/**
 * The host as a daemon uses it: the same pipeline, packs, audit and stores, with callers told apart by their bearer
 * credential. `Caller.credential` of face `http` is `{ bearer: string } | undefined`.
 */
export interface DaemonHost extends Host {
  readonly httpSessions: HttpSessions;
  /** Static token or JWT (issuer, audience, expiry and algorithms required) → principal; `undefined` for anything else. */
  readonly authenticate: (bearer: string | undefined) => Promise<Principal | undefined>;
  /**
   * `false` when this principal has used the key within the last 24 hours; durable before it answers `true`. A key is
   * 1 to 128 printable ASCII characters without space; anything else is an HcpError `invalid_idempotency_key`.
   */
  readonly claimIdempotencyKey: (principal: Principal, key: string) => Promise<boolean>;
  /**
   * Ends what calls of processes that died have left running and records that they were cut off (profile P8
   * `recovery`), before the first call would. Rejects where the audit cannot be opened.
   */
  readonly recover: () => Promise<void>;
  /** Why the daemon is not ready (audit or state cannot be written, a state file is corrupt), or `undefined`. */
  readonly unready: () => Promise<string | undefined>;
  /** The configured mode, `sandbox` when none is (profile P9). */
  readonly sandboxMode: () => Promise<SandboxMode>;
  /** Why no program can be run in that mode on this machine, and what to do; `undefined` where one can (profile P9). */
  readonly sandboxFault: () => Promise<string | undefined>;
}
