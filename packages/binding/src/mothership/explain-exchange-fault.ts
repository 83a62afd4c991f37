import { AnswerTooLargeError } from './fetch-bounded.js';

/** What is known about an exchange that failed. */
export interface ExchangeFacts {
  /** Of the answer, when there was one. */
  readonly status: number | undefined;
  readonly timeoutMs: number;
}

/** RFC 6749 §5.2 and RFC 8693 §2.2.2. Any other text of an endpoint may quote what it was sent. */
const knownErrors: ReadonlySet<unknown> = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_target',
]);

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? (value as Record<string, unknown>)[name] : undefined;

/** Why an exchange came to nothing, in words that hold nothing of what was sent or answered. */
export function explainExchangeFault(error: unknown, { status, timeoutMs }: ExchangeFacts): string {
  if (isTimeout(error)) return `the mothership did not answer within ${timeoutMs} ms`;
  if (error instanceof AnswerTooLargeError) return `the mothership answered more than ${error.mostBytes} bytes`;
  if (status === undefined) return `the mothership cannot be reached (${systemCode(error)})`;
  if (status >= 300 && status < 400) return `the mothership answered with status ${status}; no redirect is followed`;
  if (status === 200) return explainAnswer(error);
  const code = memberOf(error, 'error');
  const known = knownErrors.has(code) ? ` and error ${String(code)}` : '';
  return `the mothership refused the exchange with status ${status}${known}`;
}

function explainAnswer(error: unknown): string {
  return memberOf(error, 'name') === 'UnsupportedOperationError'
    ? 'the mothership answered a token that is no bearer token'
    : 'the mothership answered what is no token response (RFC 8693 §2.2.1)';
}

function isTimeout(error: unknown): boolean {
  return memberOf(error, 'name') === 'TimeoutError' || memberOf(memberOf(error, 'cause'), 'name') === 'TimeoutError';
}

/** `fetch` puts the system's error below one of its own, and several addresses below that. */
function systemCode(error: unknown): string {
  const cause = memberOf(error, 'cause');
  const first: unknown = Array.isArray(memberOf(cause, 'errors')) ? (memberOf(cause, 'errors') as unknown[])[0] : cause;
  const code = memberOf(cause, 'code') ?? memberOf(first, 'code') ?? memberOf(error, 'code');
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? code : 'no answer';
}
