import type { AdapterKind, BindingMode, Manifest, Verb } from '@hcp/manifest';
import type { Policy, PolicyEntry } from '@hcp/policy';
import type { ApprovedCall } from './approved-call.js';
import type { AuditEvent } from './audit-event.js';
import type { Caller } from './caller.js';
import type { PinnedOperations } from './pinned-operations.js';
import type { Principal, Session } from './principal.js';

/** Identity of one file at the moment it was pinned (profile P9). Big integers are written as decimal strings. */
export interface PinnedFile {
  /** Real path, no symlink in it. */
  readonly path: string;
  readonly sha256: string;
  /** `content`: a changed digest refuses. `system`: root-owned below a system folder, pinned by path and ownership. */
  readonly by: 'content' | 'system';
  readonly dev: string;
  readonly ino: string;
  readonly size: string;
  readonly mtime_ns: string;
  readonly ctime_ns: string;
}

/**
 * A folder or symlink that a start passes through, as it was when the bin was pinned (profile P9). Whole numbers are
 * written as decimal strings, `mode` in octal with the kind of file.
 */
export interface PinnedHop {
  readonly path: string;
  readonly dev: string;
  readonly ino: string;
  readonly uid: string;
  readonly gid: string;
  readonly mode: string;
  /** Of a symlink only: a new one may be given the inode of the one it replaces. */
  readonly ctime_ms?: string;
}

/** The program behind a wrap pack as the operator allowed it (profile P3, P9). */
export interface PinnedBin {
  /** `wrap.bin` as the manifest writes it. */
  readonly written: string;
  /** `false` after `install --no-allow`: the bin is known and not allowlisted. */
  readonly allowed: boolean;
  readonly file: PinnedFile;
  /** The `#!` chain, outermost first, with the arguments each `#!` line passes; empty for a binary. */
  readonly interpreters: readonly { readonly file: PinnedFile; readonly args: readonly string[] }[];
  /** What the started binary sees as `argv[0]`: its path before symlinks were resolved (multi-call programs, Python's virtual environments). Its real path when absent. */
  readonly argv0?: string;
  /** Folders whose owner or mode the operator accepted (`install --accept-path`). */
  readonly accepted_paths: readonly string[];
  /** Every folder above the files, and every folder and symlink on the way of `argv0`. Absent: their owners and modes are looked at afresh. */
  readonly hops?: readonly PinnedHop[];
}

/** Every file of a composite pack's root as it was when the pack was installed (profile P12). */
export interface PinnedCode {
  /** `false` unless installed with `--trust-code`: pinned, and never loaded. */
  readonly trusted: boolean;
  /** SHA-256 of each file, by its path below the pack root with `/` between its parts. */
  readonly files: Readonly<Record<string, string>>;
}

/** A pack as installed and unchanged since (profile P2 step 1). */
export interface InstalledPack {
  readonly id: string;
  /** Absolute real path of the pack root. */
  readonly root: string;
  readonly manifest: Manifest;
  readonly policy: Policy;
  readonly surfaceSha256: string;
  readonly policySha256: string;
  /** Present for `wrap`. */
  readonly bin?: PinnedBin;
  /** Present for `openapi`. */
  readonly operations?: PinnedOperations;
  /** Present for `composite` with a `composite.js` in its root. */
  readonly code?: PinnedCode;
}

/** Why an id resolves to no pack; the reason is for the operator only, the invoker reads `unknown pack <id>`. */
export interface UnknownPack {
  readonly unknown: true;
  readonly reason: string;
}

export interface PackStore {
  readonly resolve: (packId: string) => Promise<InstalledPack | UnknownPack>;
}

export interface SessionStore {
  /** `undefined` for an unknown or expired session. */
  readonly find: (sessionId: string, caller: Caller) => Promise<Session | undefined>;
}

export interface Authenticator {
  /** `undefined` when nobody is authenticated. */
  readonly authenticate: (caller: Caller) => Promise<Principal | undefined>;
}

/** What an approval is bound to (profile P5). */
export interface ApprovalRequest {
  readonly pack: InstalledPack;
  readonly verbKey: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly principal: Principal;
  readonly sessionId: string;
  readonly bindingMode: BindingMode;
  /** Takes the secrets of the composite calls above out of what is filed. */
  readonly redact?: (text: string) => string;
}

/** A claimed approval: exactly one of the two is called, once. */
export interface ApprovalClaim {
  readonly giveBack: () => Promise<void>;
  readonly consume: () => Promise<void>;
}

export interface ApprovalStore {
  /** Claims a standing approval of exactly this call; without one, files a pending request and answers `undefined`. */
  readonly claim: (request: ApprovalRequest) => Promise<ApprovalClaim | undefined>;
  /** Whether an approval of exactly this call stands; changes nothing and files nothing. */
  readonly holds: (request: ApprovalRequest) => Promise<boolean>;
}

export interface AuditLog {
  /** Records a refusal. A failure does not change the refusal. */
  readonly denial: (event: AuditEvent) => Promise<void>;
  /** Resolves once the record is durable; a rejection refuses the call (`audit unavailable`). */
  readonly intent: (event: AuditEvent) => Promise<void>;
  readonly outcome: (event: AuditEvent) => Promise<void>;
}

export interface MintRequest {
  readonly pack: InstalledPack;
  readonly verbKey: string;
  readonly principal: Principal;
  readonly projectId: string | null;
  /** The mode in force, from {@link bindingModeInForce}; `mock` and `public` mint nothing. */
  readonly mode: BindingMode;
  /** A health verb reads what exists and never exchanges or creates (§6.7). */
  readonly health: boolean;
  readonly signal: AbortSignal | undefined;
  /** Who called and what they authenticated with: a token that can be exchanged for one of theirs (profile P7). */
  readonly caller?: Pick<Caller, 'face' | 'credential'>;
}

/** A credential for one call. */
export interface Minted {
  readonly ok: true;
  readonly env: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Replaces every secret of this credential, in each form profile P7 names, by `[redacted]`. */
  readonly redact: (text: string) => string;
}

/** `reason` is printed after `binding: ` and holds no secret. */
export interface MintRefusal {
  readonly ok: false;
  readonly reason: string;
}

export interface Binding {
  readonly mint: (request: MintRequest) => Promise<Minted | MintRefusal>;
}

/** What an adapter needs to turn a call into an argv or a request; pure data. */
export interface RenderRequest {
  readonly pack: InstalledPack;
  readonly verbKey: string;
  readonly verb: Verb;
  readonly entry: PolicyEntry;
  /** After the reserved keys are taken out (§6.1). */
  readonly args: Readonly<Record<string, unknown>>;
}

/** `reason` is printed after `invalid args: ` and begins with the RFC 6901 pointer of the argument. */
export interface RenderRefusal {
  readonly ok: false;
  readonly reason: string;
}

/** A rendered call; nothing has been started. */
export interface RenderedCall {
  readonly ok: true;
  /** What `--dry-run` shows, `secret_args` redacted; a JSON value. */
  readonly preview: unknown;
  readonly run: (call: ApprovedCall, minted: Minted, nested: NestedCalls) => Promise<AdapterOutcome>;
}

/** The calls that a composite makes while it runs (profile P12). */
export interface NestedCalls {
  /** Of the call that makes them; 0 for one that no composite makes. */
  readonly depth: number;
  /**
   * Puts another envelope, as text, through the nine steps with the session and principal of this call, and answers its
   * result envelope on one line; refusals are answers. `signal` ends it and everything it starts. Never rejects.
   */
  readonly exec: (envelope: string, signal: AbortSignal) => Promise<string>;
}

/** `started` says whether the pack's own program or request may have run. */
export type AdapterOutcome =
  | {
      readonly ok: true;
      /** Becomes `result`: exactly one JSON text, or the raw string (profile P1). */
      readonly output: string;
      readonly stderr?: string;
      readonly exitCode?: number;
    }
  | {
      readonly ok: false;
      readonly code: 'sandbox' | 'failed' | 'timed_out' | 'output_exceeded' | 'cancelled';
      readonly started: boolean;
      readonly error: string;
      readonly stdout?: string;
      readonly stderr?: string;
      readonly exitCode?: number;
    };

/** One adapter kind (§3.1 `kind`). `render` is pure: no file, process, clock or network. */
export interface Adapter {
  readonly kind: AdapterKind;
  /** Whether there is anything of this pack to execute; absent where every pack of the kind has it (§6.6). */
  readonly executes?: (pack: InstalledPack) => boolean;
  /**
   * A JSON Schema of the adapter's own that the arguments must fit beside the verb's `args` (profile P12); `undefined`
   * for none. Asked before `render`: it may load what rendering needs.
   */
  readonly argsSchema?: (request: Pick<RenderRequest, 'pack' | 'verbKey'>) => Promise<unknown>;
  readonly render: (request: RenderRequest) => RenderedCall | RenderRefusal;
}

/** A program to run for one approved call (profile P3). */
export interface SandboxCommand {
  readonly bin: PinnedBin;
  readonly argv: readonly string[];
  /** The pack root. */
  readonly cwd: string;
  readonly agentEnv: Readonly<Record<string, string>>;
  readonly credentialEnv: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Bytes, for each stream. */
  readonly maxOutputBytes: number;
}

/** How the program ended. A signal death is an exit of 128 + n. Texts are decoded UTF-8, U+FFFD for what is not. */
export type SandboxOutcome =
  | { readonly end: 'exited'; readonly exitCode: number; readonly stdout: string; readonly stderr: string }
  /** The program was not started; `error` is the whole text, such as `sandbox: bin "x" not allowlisted` or `exit 127`. */
  | { readonly end: 'refused'; readonly error: string; readonly exitCode?: number }
  | { readonly end: 'timed_out'; readonly error: string }
  | { readonly end: 'output_exceeded'; readonly error: string }
  /** `started` is `false` when the call was cancelled before the program was started, absent otherwise. */
  | { readonly end: 'cancelled'; readonly error: string; readonly started?: false };

export type SandboxMode = 'sandbox' | 'native-local';

/** The only port that starts a program; it accepts nothing but an approved call. */
export interface Sandbox {
  readonly mode: SandboxMode;
  readonly run: (call: ApprovedCall, command: SandboxCommand) => Promise<SandboxOutcome>;
}

/** Something the operator has to know and the invoker must not (profile P2 steps 1 and 9). */
export interface OperatorNotice {
  readonly callId: string;
  readonly message: string;
}

/** Everything the nine steps need from outside; the composition root wires them. */
export interface Ports {
  readonly packs: PackStore;
  readonly sessions: SessionStore;
  readonly authenticator: Authenticator;
  readonly approvals: ApprovalStore;
  readonly binding: Binding;
  /** By kind; a kind without an adapter is refused at step 6b (§6.6). */
  readonly adapters: ReadonlyMap<AdapterKind, Adapter>;
  readonly audit: AuditLog;
  readonly sandboxMode: SandboxMode;
  readonly newCallId: () => string;
  /** Milliseconds on a clock that never goes back. */
  readonly monotonicNow: () => number;
  readonly notifyOperator: (notice: OperatorNotice) => void;
}
