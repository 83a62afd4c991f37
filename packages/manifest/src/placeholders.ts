/** A piece of a template token: text as it stands, or the argument whose value goes there. */
export type TokenPart =
  { readonly kind: 'literal'; readonly text: string } | { readonly kind: 'placeholder'; readonly name: string };

const placeholder = /\{\{([^{}]+)\}\}/g;

/**
 * Splits a template token into its pieces, in order and in one pass (§6.4, profile P3). A name is not trimmed;
 * text that only looks like a placeholder, such as `{{}}` or `{{a`, is literal. The pieces put together again
 * are the token.
 */
export function placeholders(token: string): readonly TokenPart[] {
  const parts: TokenPart[] = [];
  let end = 0;
  for (const match of token.matchAll(placeholder)) {
    if (match.index > end) parts.push({ kind: 'literal', text: token.slice(end, match.index) });
    parts.push({ kind: 'placeholder', name: match[1] ?? '' });
    end = match.index + match[0].length;
  }
  if (end < token.length) parts.push({ kind: 'literal', text: token.slice(end) });
  return parts;
}
