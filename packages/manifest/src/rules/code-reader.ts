/** How a program is told on its command line to read code from the next token. */
export interface CodeReader {
  readonly isCodeFlag: (token: string) => boolean;
  /** Flags that mean it only before the first operand: behind a script they are the script's own. */
  readonly isLeadingCodeFlag: (token: string) => boolean;
}

const shells = /^(?:r?bash|[dyp]?ash|sh|[lmop]?ksh|zsh|fish|t?csh|busybox|toybox)$/;
const starters = /^(?:env|xargs)$/;
const interpreters = /^(?:node|nodejs|python.*|pypy.*|perl|j?ruby)$/;

/** `-c`, `-e`, `--eval` (profile P3), and clusters of one-letter options that hold them: `-lc`, `-xec`, `-lane`. */
const codeFlag = /^(?:--eval|-[abefhiklmnprstuvxBCDHPT]*c[abefhiklmnprstuvxBCDHPT]*|-[alnpstuwTUWX0]*[eE])$/;
const leadingCodeFlags: ReadonlySet<string> = new Set(['-p', '--print', '-S', '--split-string', '--command', '-C']);

/** The reader behind a `wrap.bin`, by basename without `.exe` and version; `undefined` for any other program. */
export function codeReaderOf(bin: string): CodeReader | undefined {
  const base = bin.replace(/\/+$/, '').replace(/^.*\//s, '').toLowerCase();
  const name = base.replace(/\.exe$/, '').replace(/[-.\d]+$/, '');
  if (![shells, starters, interpreters].some((pattern) => pattern.test(name))) return undefined;
  return {
    isCodeFlag: (token) => codeFlag.test(token),
    isLeadingCodeFlag: (token) => leadingCodeFlags.has(token),
  };
}
