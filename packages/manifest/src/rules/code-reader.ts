/** How a program is told on its command line to read code from the next token. */
export interface CodeReader {
  readonly isCodeFlag: (token: string) => boolean;
  /** Flags that mean it only before the first operand: behind a script they are the script's own. */
  readonly isLeadingCodeFlag: (token: string) => boolean;
}

const shells = /^(?:r?bash|[dyp]?ash|sh|[lmop]?ksh|zsh|fish|t?csh)$/;
/** Programs that start another one, named on their own command line, with the rest of it. */
const starters = /^(?:env|xargs|nice|nohup|setsid|stdbuf|timeout|time|chroot|sudo|doas|su)$/;
const interpreters = /^(?:node|nodejs|python.*|pypy.*|perl|j?ruby)$/;
/** One file with many programs in it, which acts as the one it is called by. */
const multiCall = /^(?:busybox|toybox|coreutils)/;

/** `-c`, `-e`, `--eval` (profile P3), and clusters of one-letter options that hold them: `-lc`, `-xec`, `-lane`. */
const codeFlag = /^(?:--eval|-[abefhiklmnprstuvxBCDHPT]*c[abefhiklmnprstuvxBCDHPT]*|-[alnpstuwTUWX0]*[eE])$/;
const leadingCodeFlags: ReadonlySet<string> = new Set([
  ...['-p', '--print', '-S', '--split-string', '--command', '-C', '--session-command'],
  // files and modules that are read as code before anything else
  ...['--rcfile', '--init-file', '--init-command', '--import', '--require', '--loader', '--experimental-loader'],
]);

/** The reader behind a program, by basename without `.exe` and version; `undefined` for any other program. */
export function codeReaderOf(program: string): CodeReader | undefined {
  const name = nameOf(program);
  if (![shells, starters, interpreters, multiCall].some((pattern) => pattern.test(name))) return undefined;
  return {
    isCodeFlag: (token) => codeFlag.test(token),
    isLeadingCodeFlag: (token) => leadingCodeFlags.has(token),
  };
}

/** Whether a file with many programs in it, called by another name, acts as the program of that name. */
export function actsAsCalled(file: string, calledAs: string): boolean {
  return multiCall.test(nameOf(file)) && !multiCall.test(nameOf(calledAs));
}

function nameOf(program: string): string {
  const base = program.replace(/\/+$/, '').replace(/^.*\//s, '').toLowerCase();
  return base
    .replace(/\.exe$/, '')
    .replace(/-static$/, '')
    .replace(/[-.\d]+$/, '');
}
