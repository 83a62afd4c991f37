/** Profile P5 `access`. */
export type Access = 'read' | 'write';

/** Profile P5 `confirm`: none, a gate the invoker's args satisfy (§6.1), or one only the operator satisfies. */
export type Confirm = false | true | 'approval';

/** Where results of a pack may land (profile P5 `privacy.land`). */
export type Land = 'device' | 'tenant' | 'brain';

/** One Policy entry after defaults (profile P5): every rule that applies to one verb, nothing left unsaid. */
export interface PolicyEntry {
  readonly access: Access;
  readonly capability: string;
  readonly confirm: Confirm;
  /** `none`: the verb runs without a credential. `pack`: with the pack's Binding. */
  readonly binding: 'none' | 'pack';
  readonly secretArgs: readonly string[];
  readonly allowDash: readonly string[];
  readonly denyPrefix: readonly string[];
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Bytes, for each output stream. */
  readonly maxOutputBytes: number;
}

/** A parsed and validated `policy.json`. `verbs` has a null prototype. */
export interface Policy {
  readonly surfaceId: string;
  readonly land: Land;
  readonly verbs: Readonly<Record<string, PolicyEntry>>;
}

/** Profile P3: a call may take this many milliseconds when its entry does not say. */
export const defaultTimeoutMs: number = 60_000;

/** Profile P3: each output stream of a call may hold this many bytes when its entry does not say. */
export const defaultMaxOutputBytes: number = 10 * 1024 * 1024;
