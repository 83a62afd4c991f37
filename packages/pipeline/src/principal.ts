/** Who a call is made for (profile P6). */
export interface Principal {
  readonly id: string;
  readonly tenant: string;
  readonly projects: readonly string[];
  readonly capabilities: readonly string[];
}

/** The state a face keeps between calls (profile P6), bound to one tenant and principal. */
export interface Session {
  readonly id: string;
  readonly tenant: string;
  readonly principal_id: string;
  readonly project_id: string | null;
  readonly activated: readonly string[];
  /** RFC 3339, or `null` for a session that does not expire. */
  readonly expires_at: string | null;
}
