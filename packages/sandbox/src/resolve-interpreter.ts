import { HcpError } from '@hcp/pipeline';
import { basename, isAbsolute } from 'node:path';
import { findOnPath } from './find-on-path.js';
import type { ProgramFormat } from './program-format.js';

export interface InterpreterCall {
  /** Absolute, symlinks not yet resolved. */
  readonly found: string;
  readonly args: readonly string[];
}

type ScriptFormat = Extract<ProgramFormat, { kind: 'script' }>;

function refuse(script: string, reason: string): HcpError {
  return new HcpError('bin_shebang', `${script}: ${reason}`);
}

/** What `env` would look up: a name and its arguments. Assignments, options and quoting are refused, not guessed at. */
function wordsAfterEnv(script: string, argument: string | undefined): readonly string[] {
  const split = /^(?:-S|--split-string=)[ \t]*(.*)$/.exec(argument ?? '');
  const words = split === null ? (argument === undefined ? [] : [argument]) : (split[1] ?? '').split(/[ \t]+/);
  const [name] = words;
  if (name === undefined || name === '') throw refuse(script, 'its #! line ends after env; name the interpreter');
  if (split === null && /[ \t]/.test(name)) {
    throw refuse(script, `its #! line asks env for a program called "${name}"; to pass arguments write env -S`);
  }
  if (words.some((word) => /["'\\$#]/.test(word))) {
    throw refuse(script, 'its #! line uses quotes, escapes, variables or a comment with env -S; use plain words');
  }
  if (name.startsWith('-') || name.includes('=')) {
    throw refuse(
      script,
      `its #! line passes "${name}" to env; only env <name> and env -S <name> <arguments> are followed`,
    );
  }
  return words;
}

/**
 * The program a `#!` line starts, `env` already followed: the kernel's own rule, one argument at most unless `env -S`
 * splits it. Errors: `bin_shebang`, `interpreter_missing`.
 */
export function resolveInterpreter(script: string, format: ScriptFormat, searchPath: string): InterpreterCall {
  const { interpreter, argument } = format;
  if (!isAbsolute(interpreter)) {
    throw refuse(
      script,
      `its #! line names "${interpreter}", which is relative; write an absolute path or #!/usr/bin/env ${interpreter}`,
    );
  }
  if (basename(interpreter) !== 'env') return { found: interpreter, args: argument === undefined ? [] : [argument] };
  const [name = '', ...args] = wordsAfterEnv(script, argument);
  if (isAbsolute(name)) return { found: name, args };
  if (name.includes('/'))
    throw refuse(script, `its #! line asks env for the relative path "${name}"; write a name or an absolute path`);
  const found = findOnPath(name, searchPath);
  if (found === undefined) {
    throw new HcpError(
      'interpreter_missing',
      `${script}: interpreter "${name}" is not on the search path; install it, or put its folder on PATH and install the pack again`,
    );
  }
  return { found, args };
}
