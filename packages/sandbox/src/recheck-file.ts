import { dirname } from 'node:path';
import type { PinnedBin, PinnedFile } from '@hcp/pipeline';
import { SYSTEM_PATH } from './build-environment.js';
import { digestFile, type FileIdentity } from './file-identity.js';
import { isExecutable } from './find-on-path.js';
import { findDistrust } from './path-trust.js';
import { readProgramFormat } from './program-format.js';
import { resolveInterpreter } from './resolve-interpreter.js';
import { walkPath, type WalkedPath } from './walk-path.js';

/** Why a pinned program may not be started. */
export interface PinFault {
  /** The whole text of the refusal (profile P3). */
  readonly error: string;
  readonly exitCode?: number;
}

export interface FileToRecheck {
  readonly pin: PinnedBin;
  readonly file: PinnedFile;
  /** 0 for the bin, then its interpreters in order. */
  readonly index: number;
}

function changed(path: string, how: string): PinFault {
  return {
    error: `sandbox: ${path} ${how} since it was installed; the operator can accept it with hcp install --update`,
  };
}

function missing({ file, index }: FileToRecheck): PinFault {
  return index === 0 ? { error: 'exit 127', exitCode: 127 } : { error: `sandbox: interpreter ${file.path} missing` };
}

function notExecutable({ file, index }: FileToRecheck): PinFault {
  return index === 0
    ? { error: 'exit 126', exitCode: 126 }
    : { error: `sandbox: interpreter ${file.path} is not executable` };
}

function tryWalk(path: string): WalkedPath | string {
  try {
    return walkPath(path);
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}

/** An upgraded system script must still name the interpreter it is started with, an upgraded binary still be one. */
function keepsItsInterpreter({ pin, file, index }: FileToRecheck): boolean {
  const format = readProgramFormat(file.path);
  const next = pin.interpreters[index];
  if (format.kind !== 'script') return format.kind === 'binary' && next === undefined;
  if (next === undefined) return false;
  const { found, args } = resolveInterpreter(file.path, format, `${dirname(next.file.path)}:${SYSTEM_PATH}`);
  return walkPath(found).realPath === next.file.path && JSON.stringify(args) === JSON.stringify(next.args);
}

function keepsItsInterpreterIfReadable(request: FileToRecheck): boolean {
  try {
    return keepsItsInterpreter(request);
  } catch {
    return false;
  }
}

function findPlaceFault(walked: WalkedPath, { accepted_paths }: PinnedBin): PinFault | undefined {
  const operatorUid = process.geteuid?.() ?? 0;
  const distrust = findDistrust(walked.hops, { operatorUid, accepted: accepted_paths });
  return distrust && { error: `sandbox: ${distrust.reason}; ${distrust.fix}` };
}

/** Looks at where a file lies: whether it is still there, and who can replace it. */
export function recheckPlace(request: FileToRecheck): PinFault | WalkedPath {
  const { pin, file } = request;
  const walked = tryWalk(file.path);
  if (walked === 'ENOENT' || walked === 'ENOTDIR') return missing(request);
  if (typeof walked === 'string') return { error: `sandbox: ${file.path} cannot be reached (${walked})` };
  if (walked.realPath !== file.path) return changed(file.path, 'became a symlink');
  if (walked.hops.at(-1)?.stat.isFile() !== true) return changed(file.path, 'became something other than a file');
  return findPlaceFault(walked, pin) ?? walked;
}

/** Looks at the way the started program is told it was found by (a virtual environment is found through it). */
export function recheckArgv0(pin: PinnedBin): PinFault | WalkedPath | undefined {
  if (pin.argv0 === undefined) return undefined;
  const walked = tryWalk(pin.argv0);
  if (typeof walked === 'string') return changed(pin.argv0, `cannot be reached any more (${walked}), it changed`);
  return findPlaceFault(walked, pin) ?? walked;
}

/** Looks at a file whose identity differs from its pin: who can replace it, whether it can be started, what it holds. */
export async function recheckFile(request: FileToRecheck): Promise<PinFault | FileIdentity> {
  const { file } = request;
  const walked = recheckPlace(request);
  if ('error' in walked) return walked;
  if (!isExecutable(file.path)) return notExecutable(request);
  let digest;
  try {
    digest = await digestFile(file.path);
  } catch (error) {
    return changed(
      file.path,
      `cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'}), it changed`,
    );
  }
  const { sha256, ...identity } = digest;
  if (sha256 === file.sha256) return identity;
  if (file.by === 'content') return changed(file.path, 'changed');
  // Pinned by place and owner: still root's alone, and still started the same way.
  if (walked.hops.at(-1)?.stat.uid !== 0) return changed(file.path, 'no longer belongs to root');
  return keepsItsInterpreterIfReadable(request) ? identity : changed(file.path, 'is started by something else');
}
