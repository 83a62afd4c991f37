/** A bounded number of places; whoever finds none waits for one, first come, first served. */
export interface Seats {
  /** Answers how to give the seat back, or `undefined` when the signal came first. */
  readonly take: (signal: AbortSignal) => Promise<(() => void) | undefined>;
}

export function createSeats(count: number): Seats {
  let free = count;
  const waiting = new Set<() => void>();
  const giveBack = (): void => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  };
  const once = (): (() => void) => {
    let given = false;
    return () => {
      if (!given) giveBack();
      given = true;
    };
  };
  return {
    take: (signal) => {
      if (signal.aborted) return Promise.resolve(undefined);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(once());
      }
      return new Promise((resolve) => {
        const leave = (): void => {
          waiting.delete(sit);
          resolve(undefined);
        };
        const sit = (): void => {
          waiting.delete(sit);
          signal.removeEventListener('abort', leave);
          resolve(once());
        };
        waiting.add(sit);
        signal.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
