import type { CallScheduler } from '../limits/call-scheduler.js';
import type { Readiness } from './readiness.js';

export interface DrainOptions {
  readonly scheduler: CallScheduler;
  readonly readiness: Readiness;
  /** Ends every running call. */
  readonly abandon: () => void;
  /** Milliseconds running calls have to end by themselves. */
  readonly graceMs: number;
  readonly log: (message: string) => void;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Waits for a signal, then until no call runs. From the first signal on no call is started; running ones may end
 * within the grace period and are cancelled after it, or at the second signal. Either way each has its outcome
 * recorded. The third signal ends the process at once.
 */
export async function drainAtSignal({ scheduler, readiness, abandon, graceMs, log }: DrainOptions): Promise<void> {
  const heard = listenForSignals();
  const first = await heard.next();
  log(`${first}: no call is started any more; ${scheduler.running()} running`);
  readiness.end();
  scheduler.close();
  const timer = setTimeout(() => giveUp('the grace period is over'), graceMs);
  const giveUp = (why: string): void => {
    clearTimeout(timer);
    if (scheduler.running() > 0) log(`${why}: ${scheduler.running()} running calls are cancelled`);
    abandon();
  };
  void heard.next().then((second) => {
    giveUp(second);
    void heard.next().then(() => process.exit(1));
  });
  await scheduler.idle();
  clearTimeout(timer);
}

interface Signals {
  /** The next signal that has not been answered yet. */
  readonly next: () => Promise<NodeJS.Signals>;
}

function listenForSignals(): Signals {
  const waiting: ((signal: NodeJS.Signals) => void)[] = [];
  for (const signal of signals) process.on(signal, () => waiting.shift()?.(signal));
  return { next: () => new Promise((resolve) => waiting.push(resolve)) };
}
