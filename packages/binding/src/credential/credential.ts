/** A credential as stored (profile P7), after its check. */
export interface Credential {
  readonly env: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Names, of variables or headers, whose values are not secret. */
  readonly plain: readonly string[];
  /** RFC 3339; `undefined` for a credential that does not expire. */
  readonly expiresAt: string | undefined;
}

/** The outcome of a check. `reason` names the member by its RFC 6901 pointer and the rule, never a value. */
export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };
