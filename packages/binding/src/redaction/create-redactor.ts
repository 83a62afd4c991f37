import { asBase64Unit } from './base64-units.js';
import { PatternMatcher } from './pattern-matcher.js';
import { readDecodedUnits, readJsonUnits } from './read-units.js';
import { secretPatterns, type SecretPatterns } from './secret-patterns.js';
import { mergeSpans, replaceSpans, widenToEscapes, type Span } from './spans.js';

/** A secret has at least this many UTF-16 units; a shorter value is not looked for (profile P7). */
export const shortestSecret: number = 8;

type Matchers = { readonly [Reading in keyof SecretPatterns]: PatternMatcher };

/**
 * Makes a function that replaces every secret by `[redacted]` (profile P7): as it is, in base64 and base64url, also
 * as part of a longer encoded text, percent-encoded and JSON-escaped. Secrets that overlap are replaced as one.
 * Values shorter than {@link shortestSecret} are passed over. A text without a secret comes back as it is. Time is
 * linear in the text.
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const sought = new Set(secrets.filter((secret) => secret.length >= shortestSecret));
  if (sought.size === 0) return (text) => text;
  let matchers: Matchers | undefined;
  return (text) => {
    if (text.length < shortestSecret) return text;
    matchers ??= compile(sought);
    const spans = findSecrets(text, matchers);
    return spans.length === 0 ? text : replaceSpans(text, widenToEscapes(text, spans));
  };
}

function compile(secrets: ReadonlySet<string>): Matchers {
  const patterns = [...secrets].map(secretPatterns);
  const matcherOf = (reading: keyof SecretPatterns): PatternMatcher =>
    new PatternMatcher(patterns.flatMap((secret) => secret[reading]));
  return {
    written: matcherOf('written'),
    unescaped: matcherOf('unescaped'),
    decoded: matcherOf('decoded'),
    base64: matcherOf('base64'),
  };
}

function findSecrets(text: string, matchers: Matchers): Span[] {
  const found = [findWritten(text, matchers.written)];
  // Without escapes and white space the other readings differ in nothing from the text as it stands.
  if (text.includes('\\')) found.push(findUnescaped(text, matchers.unescaped));
  if (/[\\%+\s]/.test(text)) found.push(...findDecoded(text, matchers));
  return mergeSpans(found);
}

function findWritten(text: string, matcher: PatternMatcher): readonly Span[] {
  const scan = matcher.scan();
  for (let at = 0; at < text.length; at += 1) scan.feed(text.charCodeAt(at), at, at + 1);
  return scan.spans;
}

function findUnescaped(text: string, matcher: PatternMatcher): readonly Span[] {
  const scan = matcher.scan();
  readJsonUnits(text, scan.feed);
  return scan.spans;
}

function findDecoded(text: string, matchers: Matchers): readonly (readonly Span[])[] {
  const decoded = matchers.decoded.scan();
  const base64 = matchers.base64.scan();
  readDecodedUnits(text, (unit, start, end) => {
    decoded.feed(unit === 0x2b ? 0x20 : unit, start, end);
    if (!isSpace(unit)) base64.feed(asBase64Unit(unit), start, end);
  });
  return [decoded.spans, base64.spans];
}

/** White space breaks base64 into lines and means nothing inside it. */
function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}
