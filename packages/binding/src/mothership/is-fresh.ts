/** Milliseconds since 1970. */
export interface TokenTimes {
  readonly issuedAt: number;
  readonly expiresAt: number;
}

export interface FreshnessQuestion {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether any time left will do, as for a verb that cannot have a new one anyway. */
  readonly toTheEnd: boolean;
}

/** Milliseconds before its end that a token is renewed: a call begun with it has to get through. */
const longestMargin = 30_000;
/** Milliseconds that a clock may have been set back since. */
const skewMs = 60_000;

/**
 * Whether a kept token will do: there is time left, beyond 30 s or a quarter of its life, whichever is less, and it was
 * not issued in what is now the future, for then nobody can say how much time is left.
 */
export function isFresh({ issuedAt, expiresAt }: TokenTimes, { now, toTheEnd }: FreshnessQuestion): boolean {
  const margin = toTheEnd ? 0 : Math.min(longestMargin, (expiresAt - issuedAt) / 4);
  return now < expiresAt - margin && now >= issuedAt - skewMs;
}
