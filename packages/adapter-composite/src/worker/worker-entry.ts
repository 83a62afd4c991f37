/** What a worker thread runs: a file, or the text of a program. */
export interface WorkerEntry {
  readonly source: URL | string;
  /** `source` is text. */
  readonly eval: boolean;
}

/** The built file, also for tests of the sources. A program that is bundled has its bundler put the text of it here. */
export const workerEntry: WorkerEntry = { source: new URL('../../dist/worker/main.js', import.meta.url), eval: false };
