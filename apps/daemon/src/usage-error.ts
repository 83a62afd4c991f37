/** A mistake in how the program was started: exit status 2. The message says what to write instead. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
