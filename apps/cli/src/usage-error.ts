/** A mistake in how the command was called: exit status 2 (profile P11). `hint` says what to do instead. */
export class UsageError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.name = 'UsageError';
    this.hint = hint;
  }
}
