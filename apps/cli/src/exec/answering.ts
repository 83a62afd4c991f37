import type { Verb } from '@hcp/manifest';
import type { Answered } from './answer-call.js';
import type { Interruption } from './interruption.js';

/** Whoever answers the envelopes of one command line: this machine's own pipeline, or a daemon. */
export interface Answering {
  /** Takes one envelope, as sent, and writes the answer. */
  readonly answer: (source: string | Uint8Array) => Promise<Answered>;
  /** The verb as declared, for how words are typed; `undefined` where it is unknown. */
  readonly verbOf: (packId: string, verbKey: string) => Promise<Pick<Verb, 'args'> | undefined>;
  readonly interruption: Interruption;
}
