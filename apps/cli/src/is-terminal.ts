/** Whether a standard stream is a terminal. Loaded on demand: the hot path seldom asks. */
export function isTerminal(descriptor: 0 | 1 | 2): boolean {
  return process.getBuiltinModule('node:tty').isatty(descriptor);
}
