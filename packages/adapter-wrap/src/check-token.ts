import { pointer } from '@hcp/manifest';
import type { RenderRefusal } from '@hcp/pipeline';
import type { ArgvRequest } from './render-argv.js';
import { textOf, type Piece, type RenderedToken } from './rendered-token.js';

/** Bytes of UTF-8 that one argv element can hold: Linux takes 128 KiB with the NUL that ends it (profile P3). */
export const maxTokenBytes: number = 131_071;

/**
 * Refuses a token that an argument would turn into an option or another start the operator forbids, or that no
 * program can be given (profile P3). `optionsEnded`: a literal `--` stands earlier in the template.
 */
export function checkToken(
  token: RenderedToken,
  request: Pick<ArgvRequest, 'entry' | 'args'>,
  optionsEnded: boolean,
): RenderRefusal | undefined {
  return checkTemplateText(token) ?? checkStart(token, request, optionsEnded) ?? checkSize(token);
}

/** Values are checked where they are rendered; a pack's own text is held to the same. */
function checkTemplateText(token: RenderedToken): RenderRefusal | undefined {
  const bad = token.find(
    ({ text, argument }) => argument === undefined && (text.includes('\0') || !text.isWellFormed()),
  );
  return bad && refuse(undefined, 'the template of this verb holds a NUL character or a lone surrogate');
}

function checkStart(
  token: RenderedToken,
  { entry, args }: Pick<ArgvRequest, 'entry' | 'args'>,
  optionsEnded: boolean,
): RenderRefusal | undefined {
  const first = token.findIndex((piece) => piece.argument !== undefined);
  if (first === -1 || token.slice(0, first).some((piece) => piece.text !== '')) return undefined;
  const text = textOf(token);
  const named = token.find((piece) => piece.argument !== undefined && piece.text !== '') ?? token[first];
  const denied = entry.denyPrefix.find((prefix) => text.startsWith(prefix));
  if (denied !== undefined) return refuse(named, `must not start with ${JSON.stringify(denied)}`);
  const exempt = optionsEnded || isNumber(token, args) || entry.allowDash.includes(named?.argument ?? '');
  if (!text.startsWith('-') || exempt) return undefined;
  return refuse(named, 'must not start with "-"');
}

function isNumber(token: RenderedToken, args: ArgvRequest['args']): boolean {
  const [piece] = token;
  return token.length === 1 && piece?.argument !== undefined && typeof args[piece.argument] === 'number';
}

function checkSize(token: RenderedToken): RenderRefusal | undefined {
  const size = Buffer.byteLength(textOf(token));
  if (size <= maxTokenBytes) return undefined;
  const values = token.filter((piece) => piece.argument !== undefined);
  const largest = values.toSorted((one, other) => Buffer.byteLength(other.text) - Buffer.byteLength(one.text))[0];
  return refuse(largest, `makes an argument of ${size} bytes; at most ${maxTokenBytes} can be passed`);
}

function refuse(piece: Piece | undefined, reason: string): RenderRefusal {
  const path = piece?.argument === undefined ? [] : [piece.argument];
  return { ok: false, reason: `${pointer(path)} ${reason}` };
}
