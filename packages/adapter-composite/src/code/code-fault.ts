import type { PinnedCode } from '@hcp/pipeline';
import { codeEntry } from './code-limits.js';
import { pinFiles } from './pin-code.js';

const advice = 'the operator can accept it with hcp install --update --trust-code';

/**
 * Why a pack's code is not loaded as it is now (profile P12): not trusted, or a file changed, added or removed since it
 * was installed; `undefined` when it is what was trusted. Every file is read.
 */
export function codeFault(root: string, code: PinnedCode): string | undefined {
  if (!code.trusted) return `${codeEntry} is not trusted; ${advice}`;
  const found = filesNow(root);
  if (typeof found === 'string') return found;
  const difference = differenceOf(code.files, found);
  return difference === undefined ? undefined : `${difference} since the pack was installed; ${advice}`;
}

function filesNow(root: string): Readonly<Record<string, string>> | string {
  try {
    return pinFiles(root);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function differenceOf(
  pinned: Readonly<Record<string, string>>,
  found: Readonly<Record<string, string>>,
): string | undefined {
  for (const [name, sha256] of Object.entries(pinned)) {
    if (!Object.hasOwn(found, name)) return `${name} was removed`;
    if (found[name] !== sha256) return `${name} changed`;
  }
  const added = Object.keys(found).find((name) => !Object.hasOwn(pinned, name));
  return added === undefined ? undefined : `${added} was added`;
}
