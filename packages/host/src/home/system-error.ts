/** The system's own code of a failed file operation, such as `ENOENT`; `undefined` for any other value. */
export const systemErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** What to print of a caught value: its message, never its stack. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
