import { dirname } from 'node:path';
import type { PinnedBin } from '@hcp/pipeline';

/** What the system is asked to start. */
export interface CommandLine {
  readonly file: string;
  readonly argv0: string;
  readonly argv: readonly string[];
}

/**
 * Starts the innermost pinned interpreter by its real path and hands it the script, as the kernel would after
 * reading the `#!` lines; so neither those lines nor `env` nor a search path decide at the call (profile P3).
 */
export function commandLine({ file, interpreters, argv0 }: PinnedBin, argv: readonly string[]): CommandLine {
  let program = file.path;
  let words: readonly string[] = argv;
  for (const interpreter of interpreters) {
    words = [...interpreter.args, program, ...words];
    program = interpreter.file.path;
  }
  return { file: program, argv0: argv0 ?? program, argv: words };
}

/** The folder a script's own interpreter lives in; `undefined` for a binary. */
export function interpreterFolder({ interpreters }: PinnedBin): string | undefined {
  const [first] = interpreters;
  return first === undefined ? undefined : dirname(first.file.path);
}
