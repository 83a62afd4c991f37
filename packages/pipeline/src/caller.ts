/** Which face took the call. */
export type Face = 'cli' | 'http' | 'composite' | 'embedded';

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
  readonly traceparent?: string;
  /** Overrides the session's project; must be one of the principal's. */
  readonly projectId?: string;
}
