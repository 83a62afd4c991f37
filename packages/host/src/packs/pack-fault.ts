import type { InstalledPack, PinnedBin, UnknownPack } from '@hcp/pipeline';
import { verifyPin } from '@hcp/sandbox';
import { packCodeFault } from './pack-code.js';
import type { LockEntry } from './packs-lock.js';

/** The sandbox knows no folder of a pack to install again. */
const sandboxAdvice = '; the operator can accept it with hcp install --update';

/** The statuses that a shell has for a program that it cannot start (profile P3). */
const startFaults: ReadonlyMap<string, string> = new Map([
  ['exit 127', 'is gone since the pack was installed'],
  ['exit 126', 'is not executable any more'],
]);

const describeFault = (bin: PinnedBin, fault: string): string => {
  const start = startFaults.get(fault);
  return start === undefined ? fault.replace(sandboxAdvice, '') : `${bin.file.path} ${start}`;
};

const adviceFor = ({ allowed }: PinnedBin, root: string): string =>
  allowed ? `look at it, then hcp install --update ${root}` : `hcp install --update ${root} allows it`;

/** Why a pinned program would not be started now, then what to do; `undefined` when it would (profile P9). */
export const programFault = async ({ bin, root }: LockEntry): Promise<string | undefined> => {
  const fault = bin === null ? undefined : await verifyPin(bin);
  if (bin === null || fault === undefined) {
    return undefined;
  }
  const reason = describeFault(bin, fault);
  return reason.includes('; ') ? reason : `${reason}; ${adviceFor(bin, root)}`;
};

/** Why every call of an installed pack would be refused as things are, or `undefined` (profile P2 step 1, P9). */
export const packFault = async (entry: LockEntry, found: InstalledPack | UnknownPack): Promise<string | undefined> =>
  'unknown' in found ? found.reason : ((await programFault(entry)) ?? packCodeFault(entry));
