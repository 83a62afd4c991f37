import { placeholders } from '@hcp/manifest';
import type { RenderRefusal } from '@hcp/pipeline';
import { checkToken } from './check-token.js';
import type { ArgvRequest } from './render-argv.js';
import { renderValue } from './render-value.js';
import { textOf, type Piece, type RenderedToken } from './rendered-token.js';
import { verbTail } from './verb-tail.js';

/** The tokens of one call, each still knowing where its text came from. */
export interface RenderedTokens {
  readonly ok: true;
  readonly tokens: readonly RenderedToken[];
}

/** Renders each template token once and in order; text that an argument inserts is never looked at again (§6.4, profile P3). */
export function renderTokens(request: ArgvRequest): RenderedTokens | RenderRefusal {
  const template = request.verb.cli?.slice(1) ?? request.wrap.argv_template ?? ['{{verb}}'];
  const tail = request.verb.cli === undefined ? verbTail(request.verbKey) : undefined;
  const tokens: RenderedToken[] = [];
  let optionsEnded = false;
  for (const source of template) {
    if (source === '{{verb}}' && tail !== undefined) {
      tokens.push(...wordsOf(tail));
      continue;
    }
    const rendered = renderToken(source, request, tail);
    if (!rendered.ok) return rendered;
    if (isRemoved(source, rendered.token)) continue;
    const refusal = checkToken(rendered.token, request, optionsEnded);
    if (refusal !== undefined) return refusal;
    tokens.push(rendered.token);
    optionsEnded ||= source === '--';
  }
  return { ok: true, tokens: [...tokens, [{ text: '--json' }]] };
}

function renderToken(
  source: string,
  request: ArgvRequest,
  tail: string | undefined,
): { readonly ok: true; readonly token: RenderedToken } | RenderRefusal {
  const token: Piece[] = [];
  for (const part of placeholders(source)) {
    if (part.kind === 'literal') {
      token.push({ text: part.text });
    } else if (part.name === 'verb' && tail !== undefined) {
      token.push({ text: tail });
    } else {
      const rendered = renderValue(request.args, part.name);
      if (!rendered.ok) return rendered;
      token.push({ text: rendered.text, argument: part.name });
    }
  }
  return { ok: true, token };
}

/** The pieces of a `--flag={{name}}` are the flag and the value; what an empty value leaves of any other token stays. */
function isRemoved(source: string, token: RenderedToken): boolean {
  const isFlag = /^--[^={}]+=\{\{[^{}]+\}\}$/.test(source);
  return isFlag ? token.at(-1)?.text === '' : textOf(token) === '';
}

function wordsOf(tail: string): RenderedToken[] {
  return tail
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => [{ text: word }]);
}
