import type {
  Activated,
  AnyState,
  Approved,
  Authenticated,
  Capable,
  Confirmed,
  Governed,
  Ran,
  Received,
  Recorded,
  Rendered,
  Resolved,
  Returned,
  Step,
} from './state.js';

/** A step as the executor sees it. */
export type AnyStep = Step<AnyState, AnyState>;

declare const sequenced: unique symbol;

/** Steps that {@link sequence} has put together; an array of steps alone is not one. */
export interface Pipeline {
  readonly [sequenced]: true;
  readonly steps: readonly AnyStep[];
}

type Steps = readonly [
  Step<Received, Resolved>,
  Step<Resolved, Activated>,
  Step<Activated, Governed>,
  Step<Governed, Authenticated>,
  Step<Authenticated, Capable>,
  Step<Capable, Confirmed>,
  Step<Confirmed, Rendered>,
  Step<Rendered, Recorded>,
  Step<Recorded, Approved>,
  Step<Approved, Ran>,
  Step<Ran, Returned>,
];

/** Puts the steps together; each must take exactly the state the one before reaches, or it does not compile. */
export function sequence(...steps: Steps): Pipeline {
  return { steps: steps as unknown as readonly AnyStep[] } as Pipeline;
}
