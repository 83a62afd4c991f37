import { HcpError } from '@hcp/pipeline';
import { UsageError } from '../usage-error.js';
import { escapeText } from './escape-text.js';

/** A failure as the two readers of it need it. */
export interface Failure {
  /** Stable, for programs. */
  readonly code: string;
  /** As it is, for JSON, which escapes it once. */
  readonly message: string;
  /** For people: without control characters, on as many lines as a message of ours has. */
  readonly text: string;
  /** Profile P11: 2 for a usage mistake, else 1. */
  readonly status: 1 | 2;
  /** The stack of an unexpected fault, for `--verbose`. */
  readonly stack: string | undefined;
}

/** Sorts what was thrown: a usage mistake, a fault with a message of its own, or something nobody expected. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof UsageError) {
    const message = error.hint === undefined ? error.message : `${error.message}; ${error.hint}`;
    // A line break in it was typed.
    return { code: 'usage', message, text: escapeText(message), status: 2, stack: undefined };
  }
  if (error instanceof HcpError) {
    const { code, message } = error;
    return { code, message, text: message.split('\n').map(escapeText).join('\n'), status: 1, stack: undefined };
  }
  const message = unexpected(error);
  return { code: 'unexpected', message, text: escapeText(message), status: 1, stack: stackOf(error) };
}

/** The text of a foreign error may quote what it choked on, so only its name and system code are shown. */
function unexpected(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  const code = error instanceof Error && 'code' in error ? ` ${String(error.code)}` : '';
  return `unexpected ${name}${code}; run again with --verbose to see where`;
}

/** Frames without the message. */
function stackOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.stack === undefined) return undefined;
  const frames = error.stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames.map((line) => escapeText(line)).join('\n');
}
