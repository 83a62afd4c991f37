import type { Pattern } from './pattern-matcher.js';

/** Patterns of one secret, by the reading of the text they are looked for in. */
export interface SecretPatterns {
  /** In the text as it stands: the secret as encoders commonly write it. */
  readonly written: readonly Pattern[];
  /** In the text with JSON escapes undone. */
  readonly unescaped: readonly Pattern[];
  /** In the text with JSON escapes and percent-encoding undone, `+` read as a space. */
  readonly decoded: readonly Pattern[];
  /** In the decoded text read as base64, white space skipped and base64url folded into base64. */
  readonly base64: readonly Pattern[];
}

/**
 * Every form of a secret that profile P7 names. The common spellings are looked for as they are written, since
 * text in front of a spelling may join with it (a stray backslash, a percent sign) when escapes are undone.
 */
export function secretPatterns(secret: string): SecretPatterns {
  const base64 = base64Patterns(secret);
  const spellings = new Set([secret, jsonEscaped(secret), asciiJsonEscaped(secret), ...percentEncoded(secret)]);
  return {
    written: [...[...spellings].map((units) => ({ units })), ...base64, ...base64.map(urlSafe)],
    unescaped: [{ units: secret }],
    decoded: [{ units: secret.replaceAll('+', ' ') }],
    base64,
  };
}

function jsonEscaped(secret: string): string {
  return JSON.stringify(secret).slice(1, -1);
}

function asciiJsonEscaped(secret: string): string {
  return jsonEscaped(secret).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function percentEncoded(secret: string): readonly string[] {
  const upper = encodeURIComponent(secret.toWellFormed());
  const lower = upper.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase());
  return [upper, lower, upper.replaceAll('%20', '+'), lower.replaceAll('%20', '+')];
}

/**
 * The base64 digits that a secret alone decides, for each of the three places it can have in a longer encoded text;
 * digits at the edges that it shares with its neighbours are partial.
 */
function base64Patterns(secret: string): readonly Pattern[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [0, 1, 2].map((shift) => {
    const bits = (shift + bytes.length) * 8;
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    return {
      units: encoded.slice(Math.ceil((shift * 8) / 6), Math.floor(bits / 6)),
      partialHead: shift > 0,
      partialTail: bits % 6 !== 0,
    };
  });
}

function urlSafe(pattern: Pattern): Pattern {
  return { ...pattern, units: pattern.units.replaceAll('+', '-').replaceAll('/', '_') };
}
