/** First come, first served among the tasks of this process. */
export interface TurnQueue {
  /** `true` when it is the caller's turn, who then owes one `leave`; `false` when `waitMs` is over first. */
  readonly enter: (waitMs: number) => Promise<boolean>;
  readonly leave: () => void;
  readonly isIdle: () => boolean;
}

export function makeTurnQueue(): TurnQueue {
  const waiting = new Set<() => void>();
  let taken = false;
  return {
    enter: (waitMs) => {
      if (!taken) {
        taken = true;
        return Promise.resolve(true);
      }
      return new Promise((resolve) => {
        const admit = (): void => {
          clearTimeout(timer);
          resolve(true);
        };
        const timer = setTimeout(() => {
          waiting.delete(admit);
          resolve(false);
        }, waitMs);
        waiting.add(admit);
      });
    },
    leave: () => {
      const [next] = waiting;
      if (next === undefined) {
        taken = false;
        return;
      }
      waiting.delete(next);
      next();
    },
    isIdle: () => !taken,
  };
}
