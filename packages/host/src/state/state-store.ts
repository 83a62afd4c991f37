import { dirname } from 'node:path';
import { fileJson } from '@hcp/manifest';
import { HcpError } from '@hcp/pipeline';
import type { HomeFolder } from '../home/home-folder.js';
import type { HomeLayout } from '../home/home-layout.js';
import { withKernelLock } from '../lock/kernel-lock.js';
import type { JsonObject } from './shape.js';
import { printStateFile, readStateFile, type StateFormat } from './state-file.js';
import { writeAtomically } from './write-atomically.js';

/** The state files of one home: read at any time, changed under one lock (profile P10). */
export interface StateStore {
  readonly layout: HomeLayout;
  /** Checks the home, then reads; `undefined` when the file is not there. */
  readonly read: <T>(path: string, format: StateFormat<T>) => T | undefined;
  /** Runs `action` as the only writer of this home, of all processes; the kernel frees the lock of a dead one. */
  readonly locked: <T>(action: () => Promise<T>) => Promise<T>;
  /** Replaces one file whole. Call it inside {@link StateStore.locked} only. */
  readonly write: (path: string, members: JsonObject) => void;
  /** The same for a file that is no state file and may be large. */
  readonly writeText: (path: string, text: string) => void;
}

/** Never writes what no command could read again. */
const printReadable = (path: string, members: JsonObject): string => {
  const text = printStateFile(members);
  const size = Buffer.byteLength(text);
  if (size > fileJson.maxBytes) {
    throw new HcpError(
      'state_too_large',
      `${path} would hold ${size} bytes, more than the ${fileJson.maxBytes} it may. Nothing is changed.`,
    );
  }
  return text;
};

export const openStateStore = (home: HomeFolder): StateStore => ({
  layout: home.layout,
  read: (path, format) => (home.check() ? readStateFile(path, format) : undefined),
  locked: (action) => {
    home.prepare();
    return withKernelLock(home.layout.stateLock, action);
  },
  write: (path, members) => {
    home.prepare(dirname(path));
    writeAtomically(path, printReadable(path, members));
  },
  writeText: (path, text) => {
    home.prepare(dirname(path));
    writeAtomically(path, text);
  },
});
