const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Turns the signals that ask a program to end into the end of the running call. */
export interface Interruption {
  /** Aborted by the first such signal. */
  readonly signal: AbortSignal;
  /** Takes the signals; before and after, they end this program at once, which is safe while nothing runs. */
  readonly listen: () => void;
  readonly release: () => void;
}

export function createInterruption(): Interruption {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  return {
    signal: controller.signal,
    listen: () => {
      for (const name of signals) process.on(name, abort);
    },
    release: () => {
      for (const name of signals) process.off(name, abort);
    },
  };
}
