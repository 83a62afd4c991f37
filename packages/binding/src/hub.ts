import type { Caller } from '@hcp/pipeline';

/** What a hub is asked for (profile P7): the credential record of one family, for one call. */
export interface HubRequest {
  readonly packId: string;
  /** `undefined` only where a Binding of mode `mothership` names none. */
  readonly family: string | undefined;
  readonly tenant: string;
  readonly principalId: string;
  readonly projectId: string | null;
  /** A health verb: read what exists, exchange and create nothing (§6.7). */
  readonly health: boolean;
  readonly signal: AbortSignal | undefined;
  /** Who called and what they authenticated with; `undefined` where nobody did, as when `doctor` looks. */
  readonly caller: Pick<Caller, 'face' | 'credential'> | undefined;
}

/**
 * What a hub found. `text` is the JSON of a credential record, `source` names where it stands; `reason` follows
 * `binding: ` and, like `source`, holds no secret.
 */
export type HubAnswer =
  | { readonly ok: true; readonly source: string; readonly text: string | Uint8Array }
  | { readonly ok: false; readonly reason: string };

/**
 * A place that keeps credential records: a file, the system's keyring, a vault. A hub only reads; what a record may
 * hold, which packs it serves and whether it has expired is checked by the Binding, for every hub alike.
 */
export interface Hub {
  /** The hub of profile P7 this one stands for: `local-credential`, `keyring` or `mothership`. */
  readonly name: string;
  /** A rejection refuses the call, without its message unless it is an `HcpError`. */
  readonly read: (request: HubRequest) => Promise<HubAnswer>;
}
