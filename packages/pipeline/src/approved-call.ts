declare const approval: unique symbol;

/** What a sandbox and a Binding need to know of the call they serve. */
export interface CallFacts {
  readonly callId: string;
  readonly packId: string;
  readonly verbKey: string;
  readonly tenant: string;
  readonly principalId: string;
  readonly projectId: string | null;
  readonly bindingMode: string;
  /** Ends the call and everything it started when aborted. */
  readonly signal: AbortSignal | undefined;
}

/**
 * A call that has passed steps 1 to 7. Only the minting step makes one, and a sandbox accepts nothing else:
 * running without approval does not type-check.
 */
export interface ApprovedCall extends CallFacts {
  readonly [approval]: true;
}
