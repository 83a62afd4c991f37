import type { AdapterOutcome } from '@hcp/pipeline';

/** What a server answered, read whole. */
export interface HttpAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly bytes: Uint8Array;
}

/** Characters of a failed answer's body that its error shows. */
const longestPiece = 2000;

/**
 * Reads an answer as hardening 37 says: 2xx is a result, JSON as it is, anything else as a string, nothing as `null`;
 * every other status is a failure with a piece of the body. Secrets leave the text before it is cut.
 */
export function readAnswer(answer: HttpAnswer, redact: (text: string) => string): AdapterOutcome {
  const { status, bytes } = answer;
  const encoding = headerOf(answer, 'content-encoding').toLowerCase();
  const isPlain = encoding === '' || encoding === 'identity';
  if (status >= 200 && status < 300) {
    if (bytes.byteLength === 0) return { ok: true, output: 'null' };
    if (!isPlain) return failed(`HTTP ${status}: the body has content-encoding ${encoding}, which was not asked for`);
    const text = decode(answer);
    return { ok: true, output: isJson(answer) ? text : JSON.stringify(text) };
  }
  if (status >= 300 && status < 400 && headerOf(answer, 'location') !== '') {
    const location = piece(redact(headerOf(answer, 'location')), 300);
    return failed(`HTTP ${status}: redirects are not followed; it leads to ${location}`);
  }
  const body = bytes.byteLength === 0 || !isPlain ? '' : piece(redact(decode(answer)).trim(), longestPiece);
  return failed(body === '' ? `HTTP ${status}` : `HTTP ${status}: ${body}`);
}

const failed = (error: string): AdapterOutcome => ({ ok: false, code: 'failed', started: true, error });

const piece = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…` : text;

function headerOf({ headers }: HttpAnswer, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : (value?.[0] ?? '');
}

/** Also an answer that does not say what it is, if it is JSON. */
function isJson(answer: HttpAnswer): boolean {
  const type = headerOf(answer, 'content-type').split(';')[0]?.trim().toLowerCase() ?? '';
  return type === '' || /^(?:application|text)\/(?:[^/]+\+)?json$/.test(type);
}

/** By the charset it names, else UTF-8; what cannot be decoded becomes U+FFFD. */
function decode(answer: HttpAnswer): string {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(headerOf(answer, 'content-type'))?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(answer.bytes);
  } catch {
    // A charset that nobody knows.
    return new TextDecoder().decode(answer.bytes);
  }
}
