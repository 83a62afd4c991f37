export interface ReadinessOptions {
  /** Why the runtime is not ready, or `undefined`. */
  readonly unready: () => Promise<string | undefined>;
  /** Told whenever the reason changes; `undefined` when it is ready again. */
  readonly onChange: (reason: string | undefined) => void;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
}

/** Whether a call could be answered now (profile P2 step 9, P11 `/readyz`). */
export interface Readiness {
  readonly ready: () => Promise<boolean>;
  /** Never ready again. */
  readonly end: () => void;
}

/** How long an answer holds: the route is open to anyone, and each look costs writing. */
const freshMs = 1_000;

export function watchReadiness({ unready, onChange, now }: ReadinessOptions): Readiness {
  let ended = false;
  let known: string | undefined;
  let lookedAt = -Infinity;
  let looking: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    const reason = await unready().catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    if (reason !== known) onChange(reason);
    known = reason;
    lookedAt = now();
    looking = undefined;
  };
  return {
    ready: async () => {
      if (!ended && now() - lookedAt >= freshMs) await (looking ??= look());
      return !ended && known === undefined;
    },
    end: () => {
      ended = true;
    },
  };
}
