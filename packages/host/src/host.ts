import type { CompositeHandlers } from '@hcp/adapter-composite';
import type { HarnessPackMeta, Issue } from '@hcp/manifest';
import type { ImportOptions, ImportReport } from './openapi-import/import-report.js';
import type { OperatorNotice, PinnedBin, Ports, Principal, Session } from '@hcp/pipeline';

/** What a face hands in; the host reads no process state of its own. */
export interface HostOptions {
  /** Absolute path of the runtime's home (`HCP_HOME`). Made at the first write, 0700. */
  readonly home: string;
  /** The operator's PATH; a `wrap.bin` that is a bare name is looked up on it at install, never at a call. */
  readonly searchPath: string;
  /** Login name, the id of the default principal. */
  readonly userName: string;
  readonly onNotice: (notice: OperatorNotice) => void;
  /** The process is the runtime's alone, as `hcp`'s is: descriptors it inherited beyond the standard streams are closed. */
  readonly ownsProcess?: boolean;
  /** Handlers of composite packs that this program brings, by pack id and verb key; they run in its own thread. */
  readonly compositeHandlers?: CompositeHandlers;
  /** By which variables the keyring is found (`readEnvironment`); without them there is none on Linux. */
  readonly keyringEnvironment?: Readonly<Record<string, string>>;
}

export interface InstallOptions {
  /** `false` for `install --no-allow`: everything is pinned, the bin is not allowlisted. */
  readonly allow: boolean;
  /** Replace an installed pack that differs. */
  readonly update: boolean;
  /** Folders whose owner or mode the operator accepts (profile P9). */
  readonly acceptPaths: readonly string[];
  /** Let the `composite.js` of a composite pack run in the runtime's process, as its files are now (profile P12). */
  readonly trustCode?: boolean;
  /** Fetch the document of an openapi pack from its `url`, once (§3.2). */
  readonly allowUrl?: boolean;
  /** Let an openapi pack reach addresses that are not public, where its document's server has one (profile P12). */
  readonly allowPrivate?: boolean;
}

export interface InstallReport {
  readonly id: string;
  readonly result: 'installed' | 'updated' | 'unchanged';
  /** One line for each thing that differs from the installed version; empty unless `updated`. */
  readonly changes: readonly string[];
  readonly warnings: readonly Issue[];
  /** Findings about the bin and its folders that do not refuse, such as a group-writable parent. */
  readonly path_warnings: readonly string[];
}

export interface PackSummary {
  readonly id: string;
  readonly name: string | null;
  readonly kind: string;
  readonly root: string;
  readonly verbs: readonly string[];
  readonly allowed: boolean;
  readonly bootstrap: boolean;
  /** `ok`, or why calls would be refused (pack or program changed since installed, gone, not allowed), then what to do. */
  readonly state: string;
}

export interface VerbDetails {
  readonly key: string;
  readonly description: string | null;
  /** `null` when the verb has no Policy entry. */
  readonly access: 'read' | 'write' | null;
  readonly capability: string | null;
  readonly confirm: boolean | 'approval' | null;
  readonly arguments: readonly string[];
}

/** An OpenAPI document as it was installed, and what became of it. */
export interface DocumentDetails {
  /** Path in the pack, or the url it was fetched from. */
  readonly source: string;
  /** Digest of each file the document is made of. */
  readonly files: Readonly<Record<string, string>>;
  readonly servers: readonly string[];
  /** Address classes other than public that the operator allowed. */
  readonly allowed_addresses: readonly string[];
  /** A file of the document is another one now; calls go by what was installed. */
  readonly changed: boolean;
  /** By verb key, such as `GET https://api.example/v1/pets/{id}`. */
  readonly operations: Readonly<Record<string, string>>;
}

export interface PackDetails extends PackSummary {
  readonly meta: HarnessPackMeta;
  readonly verb_details: readonly VerbDetails[];
  readonly surface_sha256: string;
  readonly policy_sha256: string;
  readonly bin: PinnedBin | null;
  /** Whether `composite.js` may run, and how many files are pinned with it; `null` for a pack without one. */
  readonly code: { readonly trusted: boolean; readonly files: number } | null;
  /** Of an openapi pack; `null` for any other. */
  readonly openapi: DocumentDetails | null;
  readonly installed_at: string;
  /** Operator settings for this pack from `config.json`, as set. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface PackAdministration {
  /** Drafts a pack of an OpenAPI document, a file or an http(s) URL; installs and grants nothing. */
  readonly importOpenApi: (source: string, options: ImportOptions) => Promise<ImportReport>;
  readonly validate: (dir: string) => Promise<{ readonly valid: boolean; readonly issues: readonly Issue[] }>;
  readonly install: (dir: string, options: InstallOptions) => Promise<InstallReport>;
  /** Deactivates everywhere; keeps audit and credentials. */
  readonly uninstall: (id: string) => Promise<void>;
  readonly list: () => Promise<readonly PackSummary[]>;
  readonly show: (id: string) => Promise<PackDetails>;
  /** The Skill text: `HARNESS.md`, else `harness`; pinned at install. */
  readonly skill: (id: string) => Promise<string>;
}

/** Command-line sessions, by name; a namespace of their own (profile P6). */
export interface SessionAdministration {
  /** Makes the session for the configured principal when it is new. */
  readonly activate: (name: string, packId: string, projectId: string | null) => Promise<Session>;
  readonly deactivate: (name: string, packId: string) => Promise<Session>;
  readonly list: () => Promise<readonly Session[]>;
}

export interface Configuration {
  /** The principal of command-line calls. */
  readonly principal: () => Promise<Principal>;
  readonly grant: (capability: string) => Promise<Principal>;
  readonly revoke: (capability: string) => Promise<Principal>;
  /** `undefined` for a known key that is not set; an unknown key is an `HcpError`. Without a key, the whole file. */
  readonly get: (key?: string) => Promise<unknown>;
  readonly set: (key: string, value: unknown) => Promise<void>;
}

/** Where a pack's credential comes from (profile P7). */
export type CredentialHub = 'local-credential' | 'keyring' | 'mothership';

/** What is stored about a family; never a secret. */
export interface ConnectionSummary {
  readonly hub: CredentialHub;
  /** `null` for a pack of the mothership that names none. */
  readonly family: string | null;
  readonly packs: readonly string[];
  readonly variables: readonly string[];
  readonly headers: readonly string[];
  readonly expires_at: string | null;
}

/** One stored connection. `tenant` and `principal_id` are those of an entry in the keyring, which is a principal's own. */
export interface Connection extends ConnectionSummary {
  readonly tenant: string | null;
  readonly principal_id: string | null;
  /** Why calls are refused in spite of it. */
  readonly problem: string | null;
}

/** A token that is exchanged for others; never the token. */
export interface SubjectTokenSummary {
  readonly tenant: string;
  readonly principal_id: string;
  /** RFC 3339, when the token says so itself. */
  readonly expires_at: string | null;
}

/** Whose entry of the keyring or subject token it is; where none is named, the configured principal's. */
export interface CredentialOwner {
  readonly tenant: string;
  readonly principalId: string;
}

export interface CredentialAdministration {
  /** Where the credential of an installed pack is kept; an HcpError for a pack that needs none. */
  readonly hubOf: (packId: string) => Promise<CredentialHub>;
  /**
   * `text` is the JSON of a credential (profile P7), stored and recorded as serving this pack; a pack of the mothership
   * takes none and is recorded only.
   */
  readonly connect: (packId: string, text: string | undefined, owner?: CredentialOwner) => Promise<ConnectionSummary>;
  /** Opens no keyring: what it holds is told as it was connected. */
  readonly list: () => Promise<{
    readonly connections: readonly Connection[];
    readonly subject_tokens: readonly SubjectTokenSummary[];
  }>;
  /** Takes a pack, installed or not, off all that serves it; what then serves none is deleted. Answers what it was. */
  readonly remove: (packId: string) => Promise<readonly Pick<Connection, 'hub' | 'family'>[]>;
  readonly storeSubjectToken: (text: string, owner?: CredentialOwner) => Promise<SubjectTokenSummary>;
  /** Also forgets every token that was exchanged. `false` when there was none. */
  readonly removeSubjectToken: (owner?: CredentialOwner) => Promise<boolean>;
}

export interface AuditVerification {
  readonly ok: boolean;
  readonly records: number;
  readonly head: string | null;
  /** Names file, line and what is wrong with the first bad record. */
  readonly problem: string | null;
  /** Calls with an intent and neither outcome nor recovery; a running call is one. */
  readonly open_calls: readonly string[];
}

export interface AuditAdministration {
  /** The newest `count` records, oldest first, as stored. */
  readonly tail: (count: number) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  readonly verify: (expectedHead?: string) => Promise<AuditVerification>;
  /** Every stored line in order, without its line feed. */
  readonly export: () => AsyncIterable<string>;
}

export interface Finding {
  readonly subject: string;
  readonly level: 'ok' | 'warning' | 'problem';
  readonly message: string;
  /** What to do about it, when anything. */
  readonly fix: string | null;
}

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

/** One machine's runtime: every port wired, every store behind its own door. Opening it touches no file. */
export interface Host {
  readonly home: string;
  readonly ports: () => Promise<Ports>;
  readonly packs: PackAdministration;
  readonly sessions: SessionAdministration;
  readonly configuration: Configuration;
  readonly credentials: CredentialAdministration;
  readonly tokens: TokenAdministration;
  readonly approvals: ApprovalAdministration;
  readonly audit: AuditAdministration;
  readonly doctor: () => Promise<readonly Finding[]>;
  /** Flushes the audit and releases every handle. */
  readonly close: () => Promise<void>;
}
