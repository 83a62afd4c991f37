import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { HcpError, type Session } from '@hcp/pipeline';
import { flushFolder } from '../home/private-folder.js';
import { systemErrorCode } from '../home/system-error.js';
import type { StateStore } from '../state/state-store.js';
import { isSessionName, sessionFormat, sessionMembers } from './session-file.js';

const suffix = '.json';

const entries = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') {
      return [];
    }
    throw error;
  }
};

/** The stored sessions of one namespace, which is one folder. */
export interface SessionFiles {
  readonly read: (name: string) => Session | undefined;
  /** Sorted; nothing is opened. */
  readonly names: () => readonly string[];
  /** Sorted by name. */
  readonly all: () => readonly Session[];
  /** Call it under the state lock only. */
  readonly write: (session: Session) => void;
  /** Likewise. */
  readonly remove: (name: string) => void;
}

/** Throws `HcpError` for a corrupt session file, also where it only stands among others. */
export const openSessionFiles = (store: StateStore, folder: string): SessionFiles => {
  const read = (name: string): Session | undefined => {
    const path = join(folder, `${name}${suffix}`);
    const session = store.read(path, sessionFormat);
    if (session !== undefined && session.id !== name) {
      throw new HcpError('state_corrupt', `${path}: /id is ${JSON.stringify(session.id)} and must be the file's name.`);
    }
    return session;
  };
  const names = (): readonly string[] =>
    entries(folder)
      .filter((entry) => entry.endsWith(suffix))
      .map((entry) => entry.slice(0, -suffix.length))
      .filter(isSessionName)
      .sort();
  return {
    read,
    names,
    all: () => names().flatMap((name) => read(name) ?? []),
    write: (session) => store.write(join(folder, `${session.id}${suffix}`), sessionMembers(session)),
    remove: (name) => {
      rmSync(join(folder, `${name}${suffix}`), { force: true });
      flushFolder(folder);
    },
  };
};
