import { join } from 'node:path';
import type { Session, SessionStore } from '@hcp/pipeline';
import type { HomeFolder } from '../home/home-folder.js';
import { watchStateFile } from '../state/state-file.js';
import { isExpired, isSessionName, sessionFormat } from './session-file.js';

const watchedSessions = 256;

/**
 * Command-line sessions as the pipeline looks them up at step 2 (profile P6). Each namespace has its own folder and
 * its own faces: a session of the command line is none of a daemon's. Throws `HcpError` for a corrupt file.
 */
export const createCliSessionStore = (home: HomeFolder, now: () => number): SessionStore => {
  const watched = new Map<string, () => Session | undefined>();
  const watch = (name: string): (() => Session | undefined) => {
    const known = watched.get(name);
    if (known !== undefined) {
      return known;
    }
    if (watched.size >= watchedSessions) {
      watched.clear();
    }
    const opened = watchStateFile(join(home.layout.cliSessions, `${name}.json`), sessionFormat, now);
    watched.set(name, opened);
    return opened;
  };
  const find = (name: string): Session | undefined => {
    if (!isSessionName(name) || !home.check(home.layout.cliSessions)) {
      return undefined;
    }
    const session = watch(name)();
    return session?.id === name && !isExpired(session, now()) ? session : undefined;
  };
  return {
    find: (sessionId, caller) => Promise.resolve().then(() => (caller.face === 'cli' ? find(sessionId) : undefined)),
  };
};
