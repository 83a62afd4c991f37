const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Turns the signals that ask a program to end into the end of the running call. */
export interface Interruption {
  /** Aborted by the first such signal. */
  readonly signal: AbortSignal;
  /**
   * Takes the signals until the next `release`, however often it is asked to. Before and after, they end this program
   * at once, which is safe while nothing runs.
   */
  readonly listen: () => void;
  readonly release: () => void;
  /** Resolves once a signal that has come is heard: `release` would lose one that waits for the event loop. */
  readonly heard: () => Promise<void>;
}

export function createInterruption(): Interruption {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  let listening = false;
  return {
    signal: controller.signal,
    listen: () => {
      if (listening) return;
      listening = true;
      for (const name of signals) process.on(name, abort);
    },
    release: () => {
      if (!listening) return;
      listening = false;
      for (const name of signals) process.off(name, abort);
    },
    heard: () => new Promise((resolve) => setImmediate(resolve)),
  };
}
