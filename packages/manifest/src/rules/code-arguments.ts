import { invalidAt } from '../issue.js';
import { placeholders } from '../placeholders.js';
import { codeReaderOf, type CodeReader } from './code-reader.js';
import type { Rule } from './rule.js';
import { hasPlaceholder, templatesOf, type Template } from './template.js';

/**
 * §6.4 forbids a shell string from untrusted values: where the program is a shell, an interpreter, or one that
 * starts another (profile P3), nothing an invoker sends may stand where it reads code.
 */
export const codeArguments: Rule = ({ draft }) => {
  const bin = draft.wrap?.bin;
  const reader = bin === undefined ? undefined : codeReaderOf(bin);
  if (bin === undefined || reader === undefined) return [];
  return templatesOf(draft).flatMap((template) =>
    codeTokens(template, reader).map((index) =>
      invalidAt(
        template.pathOf(index),
        `puts an argument where ${JSON.stringify(bin)} reads code (§6.4); pass it as a later argument`,
      ),
    ),
  );
};

function codeTokens({ tokens }: Template, reader: CodeReader): readonly number[] {
  const operand = tokens.findIndex((token) => !token.startsWith('-'));
  const found = tokens.flatMap((token, index) => {
    const leading = operand === -1 || index < operand;
    if (holdsCode(token, reader, leading)) return [index];
    if (!reader.isCodeFlag(token) && !(leading && reader.isLeadingCodeFlag(token))) return [];
    const code = codeAfter(tokens, index);
    return hasPlaceholder(tokens[code] ?? '') ? [code] : [];
  });
  return [...new Set(found)];
}

/** Options may stand between the flag and its code. */
function codeAfter(tokens: readonly string[], flag: number): number {
  let index = flag + 1;
  while (tokens[index]?.startsWith('-') === true && !hasPlaceholder(tokens[index] ?? '')) index += 1;
  return index;
}

/** `--eval={{x}}`, `-e{{x}}`, `-lc{{x}}`: flag and code in one token. */
function holdsCode(token: string, reader: CodeReader, leading: boolean): boolean {
  const [head, ...rest] = placeholders(token);
  if (head?.kind !== 'literal' || rest.length === 0) return false;
  const text = head.text;
  if (text.startsWith('--eval=') || reader.isCodeFlag(text)) return true;
  return leading && (/^-[ceE]/.test(text) || reader.isLeadingCodeFlag(text.replace(/=.*$/s, '')));
}
