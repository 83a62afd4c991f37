import { HcpError, type PinnedFile } from '@hcp/pipeline';
import { digestFile } from './file-identity.js';
import { isExecutable } from './find-on-path.js';
import { findDistrust, findGroupWarnings, isBelow, readPrimaryGroups, type TrustRule } from './path-trust.js';
import { readProgramFormat, type ProgramFormat } from './program-format.js';
import { walkPath, type WalkedPath } from './walk-path.js';

export interface PinnedProgram {
  readonly file: PinnedFile;
  readonly format: Exclude<ProgramFormat, { kind: 'unusable' }>;
  readonly warnings: readonly string[];
  /** The way to it, as it was when its owners and modes were judged. */
  readonly walked: WalkedPath;
}

export interface ProgramToPin {
  /** Named in errors: `wrap.bin "x"` or `interpreter of <script>`. */
  readonly subject: string;
  /** Absolute; symlinks not yet resolved. */
  readonly found: string;
  readonly trust: TrustRule;
  /** Pin system files by digest too. */
  readonly everyDigest: boolean;
  /** Code of the error when nothing is there. */
  readonly missing: 'bin_not_found' | 'interpreter_missing';
}

function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function walk({ subject, found, missing }: ProgramToPin): WalkedPath {
  try {
    return walkPath(found);
  } catch (cause) {
    const code = systemCode(cause);
    const gone = code === 'ENOENT' || code === 'ENOTDIR';
    const reason = gone ? 'no such file' : `cannot be reached (${code ?? 'unknown'})`;
    throw new HcpError(
      gone ? missing : 'bin_unreachable',
      `${subject}: ${found}: ${reason}; put it there, then install the pack`,
      {
        cause,
      },
    );
  }
}

/** Only root can change such a file, so a changed one is an upgrade of the system. */
function isSystemFile({ realPath, hops }: WalkedPath): boolean {
  if (!/^\/(?:usr|bin|sbin|lib[^/]*)\//.test(realPath)) return false;
  return hops
    .filter(({ kind, path }) => kind !== 'symlink' && isBelow(realPath, path))
    .every(({ stat }) => stat.uid === 0 && (stat.mode & 0o022) === 0);
}

/**
 * Pins one file of the chain that starts a pack's program (profile P9).
 * Errors: `bin_not_found`, `interpreter_missing`, `bin_unreachable`, `bin_not_regular`, `bin_untrusted`,
 * `bin_not_executable`, `bin_format`.
 */
export async function pinProgram(program: ProgramToPin): Promise<PinnedProgram> {
  const { subject, trust } = program;
  const walked = walk(program);
  const { realPath, hops } = walked;
  if (hops.at(-1)?.stat.isFile() !== true)
    throw new HcpError('bin_not_regular', `${subject}: ${realPath} is not a regular file`);
  const distrust = findDistrust(hops, trust);
  if (distrust !== undefined) throw new HcpError('bin_untrusted', `${subject}: ${distrust.reason}; ${distrust.fix}`);
  if (!isExecutable(realPath)) {
    throw new HcpError('bin_not_executable', `${subject}: ${realPath} has no exec bit; run: chmod +x ${realPath}`);
  }
  const format = readProgramFormat(realPath);
  if (format.kind === 'unusable')
    throw new HcpError('bin_format', `${subject}: ${realPath} cannot be started: ${format.reason}`);
  const { sha256, ...identity } = await digestFile(realPath);
  const by = !program.everyDigest && isSystemFile(walked) ? 'system' : 'content';
  return {
    file: { path: realPath, sha256, by, ...identity },
    format,
    walked,
    warnings: findGroupWarnings(hops, trust, readPrimaryGroups()),
  };
}
