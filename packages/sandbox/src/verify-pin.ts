import { statSync } from 'node:fs';
import type { PinnedBin, PinnedFile, PinnedHop } from '@hcp/pipeline';
import { identityOf, sameIdentity } from './file-identity.js';
import { isUnchangedHop, pinHops } from './pinned-hops.js';
import { recheckArgv0, recheckFile, recheckPlace, type PinFault } from './recheck-file.js';
import type { WalkedPath } from './walk-path.js';

/** Changed files that were read again and found to be as pinned, by path; so a mere `touch` costs one more digest, not one per call. */
const rechecked = new Map<string, PinnedFile>();

/** The hops of a pin that differed or were never pinned, as they were when they were judged and found to be trusted. */
const trusted = new WeakMap<PinnedBin, readonly PinnedHop[]>();

function isUnchanged(file: PinnedFile): boolean {
  let identity;
  try {
    const stat = statSync(file.path, { bigint: true, throwIfNoEntry: false });
    if (stat === undefined) return false;
    identity = identityOf(stat);
  } catch {
    return false;
  }
  if (sameIdentity(identity, file)) return true;
  const known = rechecked.get(file.path);
  return known !== undefined && known.sha256 === file.sha256 && known.by === file.by && sameIdentity(identity, known);
}

/** Whether the way to the files is still as it was judged; else judges it again. Synchronous: it is the last look before the start. */
function findHopFault(pin: PinnedBin, files: readonly PinnedFile[]): PinFault | undefined {
  const known = trusted.get(pin) ?? pin.hops;
  if (known?.every(isUnchangedHop) === true) return undefined;
  const walks: WalkedPath[] = [];
  for (const [index, file] of files.entries()) {
    const walked = recheckPlace({ pin, file, index });
    if ('error' in walked) return walked;
    walks.push(walked);
  }
  const argv0 = recheckArgv0(pin);
  if (argv0 !== undefined && 'error' in argv0) return argv0;
  trusted.set(pin, pinHops(walks, argv0));
  return undefined;
}

/** As {@link verifyPin}, with the exit code that goes with it. One `stat` a file and a hop while nothing changed. */
export async function findPinFault(pin: PinnedBin): Promise<PinFault | undefined> {
  if (!pin.allowed) return { error: `sandbox: bin "${pin.written}" not allowlisted`, exitCode: 127 };
  const files = [pin.file, ...pin.interpreters.map(({ file }) => file)];
  for (const [index, file] of files.entries()) {
    if (isUnchanged(file)) continue;
    const result = await recheckFile({ pin, file, index });
    if ('error' in result) return result;
    rechecked.set(file.path, { ...file, ...result });
  }
  return findHopFault(pin, files);
}

/**
 * Answers why a pinned program must not be started now, `undefined` when it may (profile P3, P9): not allowlisted,
 * gone, not executable, changed, or in a place others may write to.
 */
export async function verifyPin(pin: PinnedBin): Promise<string | undefined> {
  return (await findPinFault(pin))?.error;
}
