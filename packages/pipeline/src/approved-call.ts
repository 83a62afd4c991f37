declare const approval: unique symbol;

/**
 * A call that has passed steps 1 to 7. Only the minting step makes one, and a sandbox accepts nothing else:
 * running without approval does not type-check.
 */
export interface ApprovedCall {
  readonly [approval]: true;
  readonly callId: string;
  readonly packId: string;
  readonly verbKey: string;
  readonly tenant: string;
  readonly principalId: string;
  readonly projectId: string | null;
  readonly bindingMode: string;
  readonly signal: AbortSignal | undefined;
}
