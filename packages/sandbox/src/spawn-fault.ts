import { statSync } from 'node:fs';
import type { PinnedBin, SandboxOutcome } from '@hcp/pipeline';

export type Refusal = Extract<SandboxOutcome, { end: 'refused' }>;

export function refused(error: string, exitCode?: number): Refusal {
  return exitCode === undefined ? { end: 'refused', error } : { end: 'refused', error, exitCode };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

function isMissing(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) === undefined;
}

/** The system says "no such file" of a program, its folder and its loader alike. */
function explainMissing({ file, interpreters }: PinnedBin, cwd: string): Refusal {
  if (!isFolder(cwd)) return refused('sandbox: working folder missing');
  if (isMissing(file.path)) return refused('exit 127', 127);
  const gone = interpreters.find((interpreter) => isMissing(interpreter.file.path));
  if (gone !== undefined) return refused(`sandbox: interpreter ${gone.file.path} missing`);
  const program = interpreters.at(-1)?.file.path ?? file.path;
  return refused(
    `sandbox: ${program} is there and the loader it asks for is not; install the libraries it was built against`,
  );
}

/**
 * Why the system did not start a program, in our words: its own would repeat the argv or the environment, and with
 * them what must not be told.
 */
export function explainSpawnFault(error: unknown, bin: PinnedBin, cwd: string): Refusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  const program = bin.interpreters.at(-1)?.file.path;
  switch (code) {
    case 'E2BIG':
      return refused('sandbox: arguments are too long for this system');
    case 'ENOENT':
    case 'ENOTDIR':
      return explainMissing(bin, cwd);
    case 'EACCES':
      return program === undefined
        ? refused('exit 126', 126)
        : refused(`sandbox: interpreter ${program} is not executable`);
    case 'ENOEXEC':
      return refused(
        `sandbox: the system cannot run ${program ?? bin.file.path}: it is damaged, or made for another machine; install one for ${process.arch}`,
      );
    case 'ERR_INVALID_ARG_VALUE':
      return refused('sandbox: an argument or a variable holds a NUL byte');
    default:
      return refused(`sandbox: the system does not start the program (${code})`);
  }
}
