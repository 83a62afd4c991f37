import type { BindingMode } from '@hcp/manifest';

/** An exec envelope as a handler writes it (§6.1). */
export interface CompositeEnvelope {
  readonly pack_id: string;
  readonly verb_key: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** A result envelope as a handler reads it (§6.2). An integer beyond ±(2^53−1) is a `JSON.rawJSON`, its digits kept. */
export type CompositeResult =
  | {
      readonly ok: true;
      readonly pack_id: string;
      readonly verb_key: string;
      readonly result: unknown;
      readonly stderr?: string;
    }
  | {
      readonly ok: false;
      readonly pack_id: string;
      readonly verb_key: string;
      readonly error: string;
      readonly stdout?: string;
      readonly stderr?: string;
    };

/** The credential minted for the composite's own Binding (profile P7); empty where nothing is minted. */
export interface CompositeBinding {
  /** The mode in force. */
  readonly mode: BindingMode;
  readonly env: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a handler works with (profile P12). */
export interface CompositeContext {
  /**
   * Runs another command with the session and principal of this call, and answers its result envelope; a refusal is an
   * answer, and returning or throwing it as it is makes it the failure of this call. Rejects for an envelope that JSON
   * cannot carry, once the call has ended, beyond 1,000 calls of one run, and beyond 8 MiB of calls under way.
   */
  readonly exec: (envelope: CompositeEnvelope) => Promise<CompositeResult>;
  readonly binding: CompositeBinding;
  /** Aborted when the call is cancelled or out of time. */
  readonly signal: AbortSignal;
}

/** One verb of a composite pack: what it returns, or resolves to, is the `result`; what it throws is the `error`. */
export type CompositeHandler = (args: Readonly<Record<string, unknown>>, context: CompositeContext) => unknown;

/** Handlers by verb key. */
export type PackHandlers = Readonly<Record<string, CompositeHandler>>;

/** Handlers that an embedding program brings, by pack id. They run in its own thread. */
export type CompositeHandlers = Readonly<Record<string, PackHandlers>>;
