import { invalidAt } from '../issue.js';
import type { ManifestDraft } from '../manifest-draft.js';
import type { Issue, Manifest } from '../manifest.js';
import { placeholders } from '../placeholders.js';
import { actsAsCalled, codeReaderOf, type CodeReader } from './code-reader.js';
import type { Rule } from './rule.js';
import { hasPlaceholder, templatesOf, type Template } from './template.js';

/**
 * §6.4 forbids a shell string from untrusted values: where the program is a shell, an interpreter, or one that
 * starts another (profile P3), nothing an invoker sends may stand where it reads code.
 */
export const codeArguments: Rule = ({ draft }) =>
  draft.wrap?.bin === undefined ? [] : issuesFor(draft, draft.wrap.bin);

/**
 * The same rule for the file that `wrap.bin` turned out to be (§6.4): a harmless name may lead to a shell. `realPath`
 * is that of the program itself; a script is none of the programs above, whatever its interpreter is, since what
 * follows the script's name is the script's own. The errors name `realPath`; none when the rule holds.
 */
export function codeArgumentIssues(manifest: Manifest, realPath: string): readonly Issue[] {
  if (manifest.kind !== 'wrap' || manifest.wrap === undefined) return [];
  return actsAsCalled(realPath, manifest.wrap.bin) ? [] : issuesFor(manifest, realPath);
}

function issuesFor(draft: ManifestDraft, program: string): readonly Issue[] {
  const reader = codeReaderOf(program);
  if (reader === undefined) return [];
  return templatesOf(draft).flatMap((template) =>
    codeTokens(template, reader).map((index) =>
      invalidAt(
        template.pathOf(index),
        `puts an argument where ${JSON.stringify(program)} reads code (§6.4); pass it as a later argument`,
      ),
    ),
  );
}

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
