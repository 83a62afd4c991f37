/** Which face took the call. */
export type Face = 'cli' | 'http' | 'composite' | 'embedded';

/** What a call inherits from the composite call that makes it (profile P12). Only the pipeline makes one. */
export interface Nesting {
  /** 1 for a call that a composite makes, one more for each composite above it. */
  readonly depth: number;
  /** Whether the caller of the composite confirmed it; otherwise no `confirm` inside it counts (§4.5). */
  readonly confirmed: boolean;
  /** The composite was called with `mode: "mock"`, and so is everything it calls. */
  readonly mock: boolean;
  /** Takes the secrets of the credentials above out of what is stored of this call (profile P7). */
  readonly redact: (text: string) => string;
}

/**
 * What a face knows about a call beside its envelope. Nothing here comes from the envelope.
 * `credential` is what the face's authentication port understands; the pipeline only hands it over at step 4.
 */
export interface Caller {
  readonly face: Face;
  readonly sessionId: string | null;
  readonly credential: unknown;
  /** Ends the call and everything it started when aborted. */
  readonly signal?: AbortSignal;
  /** The call id of the composite call this one is part of. */
  readonly parent?: string;
  /** Present with `parent`; the audit then has `composite` for the face. */
  readonly nesting?: Nesting;
  readonly traceparent?: string;
  /** Overrides the session's project; must be one of the principal's. */
  readonly projectId?: string;
}
