import type { AuditLog } from '@hcp/pipeline';
import type { AuditVerification } from '../host.js';
import type { ActFields } from './record-draft.js';

export interface AuditOptions {
  /** Absolute path of the `audit` folder; made 0700 at the first record. */
  readonly directory: string;
  readonly now: () => Date;
  /** Made at the first record, 0600; see profile P8 `args_hmac`. */
  readonly hmacKeyFile: string;
  /** Bytes a log file may reach before the next record begins a new one. Default 64 MiB. */
  readonly rotateBytes?: number;
  /** What the operator has to know. */
  readonly onNotice: (message: string) => void;
}

export type AdminAction =
  'install' | 'uninstall' | 'grant' | 'revoke' | 'connect' | 'token' | 'approve' | 'config' | 'retention';

/** Something other than a step of a call; `details` is plain JSON without secrets. */
export type ActEvent = ActFields & { readonly details: Readonly<Record<string, unknown>> };
export type AdminEvent = ActEvent & { readonly details: { readonly action: AdminAction } };

/** At least one of the two. A file goes when either says so; the newest always stays. */
export interface AuditRetention {
  /** Days since a file's newest record. */
  readonly keepDays?: number;
  /** Files that stay, the newest included. */
  readonly keepFiles?: number;
}

/** The audit log of one home (profile P8). Several processes may have it open and write at once. */
export interface Audit extends AuditLog {
  /** Durable before it resolves, like an intent; likewise the next two. */
  readonly admin: (event: AdminEvent) => Promise<void>;
  readonly approval: (event: ActEvent) => Promise<void>;
  readonly recovery: (event: ActEvent) => Promise<void>;
  /**
   * Settles the calls of processes that died: `endCall` ends what such a call left running, then a `recovery`
   * record tells of it. Call it before the first record; it costs one look into a folder. Answers the call ids.
   */
  readonly recover: (options: { readonly endCall: (callId: string) => Promise<void> }) => Promise<readonly string[]>;
  /** The newest `count` records, oldest first, as stored. */
  readonly tail: (count: number) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** `expectedHead` is a hash kept elsewhere that the chain must hold. */
  readonly verify: (expectedHead?: string) => Promise<AuditVerification>;
  /** Every stored line in order, without its line feed. */
  readonly export: () => AsyncIterable<string>;
  /** Removes whole old files after an `admin` record has signed them off. Answers their names. */
  readonly removeOldFiles: (retention: AuditRetention) => Promise<readonly string[]>;
  readonly flush: () => Promise<void>;
  /** Flushes and closes the files; the lock file is closed by `closeKernelLocks`. */
  readonly close: () => Promise<void>;
}
