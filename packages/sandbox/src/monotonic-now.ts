/** Milliseconds on a clock that never goes back. `performance.now()` says the same and loads a module at its first use. */
export function monotonicNow(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
