export interface RateLimits {
  /** Requests a second. */
  readonly rate: number;
  /** The most that an idle key saves up. */
  readonly burst: number;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
}

/** A token bucket for each key. */
export interface RateLimiter {
  /** 0 when the key may go on and has been charged; else the seconds after which it may, at least 1. */
  readonly take: (key: string) => number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Keys that are kept before full buckets, which are as good as none, are cleared out. */
const sweepAt = 10_000;

export function createRateLimiter({ rate, burst, now }: RateLimits): RateLimiter {
  const buckets = new Map<string, Bucket>();
  const refill = (bucket: Bucket, time: number): number =>
    Math.min(burst, bucket.tokens + ((time - bucket.at) / 1000) * rate);
  const sweep = (time: number): void => {
    for (const [key, bucket] of buckets) if (refill(bucket, time) >= burst) buckets.delete(key);
  };
  return {
    take: (key) => {
      const time = now();
      if (buckets.size >= sweepAt && !buckets.has(key)) sweep(time);
      const bucket = buckets.get(key) ?? { tokens: burst, at: time };
      bucket.tokens = refill(bucket, time);
      bucket.at = time;
      buckets.set(key, bucket);
      if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / rate));
      bucket.tokens -= 1;
      return 0;
    },
  };
}
