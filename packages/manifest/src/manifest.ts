/** How a pack's verbs are executed (§3.1 `kind`). */
export type AdapterKind = 'wrap' | 'composite' | 'openapi' | 'sense_only';

/** §3.3 `binding.mode`. */
export type BindingMode = 'user' | 'mothership' | 'local' | 'public' | 'mock';

/** §3.3 `binding.hub`. */
export type BindingHub = 'keyring' | 'local-credential' | 'public' | 'none';

/** §3.3, closed: an unknown member fails validation. */
export interface HarnessBinding {
  readonly mode?: BindingMode;
  readonly hub?: BindingHub;
  readonly family?: string;
  readonly connect_provider_id?: string;
}

/** §3.2 `wrap`, as written: members that the manifest leaves out stay out. */
export interface HarnessWrapTarget {
  readonly bin: string;
  readonly argv_template?: readonly string[];
  readonly agent_env?: Readonly<Record<string, string>>;
}

/** §3.2 `openapi`; at least one of the two is present. */
export interface HarnessOpenApiRef {
  readonly url?: string;
  readonly path?: string;
}

/** §3.5; carried and shown as bootstrap, never executable (§6.7). */
export interface HarnessPassThrough {
  readonly allowedSubcommands: readonly string[];
  readonly maxArgv: number;
}

export type Transport = 'cli' | 'json_exec' | 'mcp';
export type Plane = 'runtime' | 'control';

/** §3.4. `args` is a JSON Schema; an absent `cli` means the verb renders through `wrap.argv_template`. */
export interface Verb {
  readonly description?: string;
  readonly cli?: readonly string[];
  readonly args?: Readonly<Record<string, unknown>> | boolean;
  readonly policy?: 'read' | 'write';
  readonly [extension: `x-${string}`]: unknown;
}

/**
 * A manifest after parsing, alias resolution and validation (§3.1). `kind` is filled in;
 * every other optional member is present only when the file has it. `verbs` has a null prototype, so a
 * lookup of `__proto__` or `constructor` finds nothing but a declared verb.
 */
export interface Manifest {
  readonly id: string;
  readonly name?: string;
  readonly cliBin?: string;
  readonly kind: AdapterKind;
  /** Absent means `runtime` (§3.1). */
  readonly plane?: Plane;
  readonly transports?: readonly Transport[];
  readonly binding?: HarnessBinding;
  readonly wrap?: HarnessWrapTarget;
  readonly openapi?: HarnessOpenApiRef;
  readonly pass_through?: HarnessPassThrough;
  readonly verbs: Readonly<Record<string, Verb>>;
  readonly stimulusTriggers?: readonly { readonly ref: string }[];
  readonly skill_url?: string;
  readonly harness?: string;
}

/** §3.6, derived by the runtime or carried under `meta` (profile P4). */
export interface HarnessPackMeta {
  readonly hcp: 1;
  readonly pack_id: string;
  readonly adapter_kind: AdapterKind;
  readonly binding?: HarnessBinding;
  readonly wrap?: HarnessWrapTarget;
  readonly openapi?: HarnessOpenApiRef;
  readonly pass_through?: HarnessPassThrough;
  readonly plane?: Plane;
  readonly transports?: readonly Transport[];
  readonly skill_url?: string;
}

/** One finding of validation (profile P4); printed `code: message`. `path` is an RFC 6901 pointer, `/` for the root. */
export interface Issue {
  readonly code: string;
  readonly message: string;
  readonly path: string;
  readonly severity: 'error' | 'warning';
}
