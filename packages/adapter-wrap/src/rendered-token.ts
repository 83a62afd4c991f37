/** A stretch of one rendered token; `argument` names the argument it came from, absent for template text. */
export interface Piece {
  readonly text: string;
  readonly argument?: string;
}

/** One argv element, still knowing which argument each stretch of it came from. */
export type RenderedToken = readonly Piece[];

/** The argv element itself. */
export function textOf(token: RenderedToken): string {
  return token.map((piece) => piece.text).join('');
}

/** The argv element as people may see it: what came from a secret argument reads `[redacted]` (profile P5 `secret_args`). */
export function redactedTextOf(token: RenderedToken, secretArgs: readonly string[]): string {
  return token
    .map(({ text, argument }) =>
      argument !== undefined && text !== '' && secretArgs.includes(argument) ? '[redacted]' : text,
    )
    .join('');
}
