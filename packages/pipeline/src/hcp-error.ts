/**
 * A fault of the environment or a rule of the operator's side broken: a corrupt file, a missing folder, a pack
 * that does not validate. The message names the subject, the rule, the value received and what to do next, and
 * never holds a secret. A refusal of a call is a value, never one of these.
 */
export class HcpError extends Error {
  /** Stable, for programs: lower-case words joined by `_`. */
  readonly code: string;

  constructor(code: string, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'HcpError';
    this.code = code;
  }
}
