import { join } from 'node:path';
import type { Face, Session, SessionStore } from '@hcp/pipeline';
import type { HomeFolder } from '../home/home-folder.js';
import { watchStateFile } from '../state/state-file.js';
import { isExpired, isHttpSessionId, isSessionName, sessionFormat } from './session-file.js';

const watchedSessions = 2048;

interface Namespace {
  readonly folder: string;
  readonly isName: (text: string) => boolean;
}

/** The standing session of a name in one namespace, whoever it belongs to. Throws `HcpError` for a corrupt file. */
export type FindSession = (name: string) => Session | undefined;

/** Reads a session again only when its file differs. `now` is milliseconds since the epoch. */
const watchSessions = (home: HomeFolder, { folder, isName }: Namespace, now: () => number): FindSession => {
  const watched = new Map<string, () => Session | undefined>();
  const watch = (name: string): (() => Session | undefined) => {
    const known = watched.get(name);
    if (known !== undefined) {
      return known;
    }
    if (watched.size >= watchedSessions) {
      watched.clear();
    }
    const opened = watchStateFile(join(folder, `${name}.json`), sessionFormat, now);
    watched.set(name, opened);
    return opened;
  };
  return (name) => {
    if (!isName(name) || !home.check(folder)) {
      return undefined;
    }
    const session = watch(name)();
    return session?.id === name && !isExpired(session, now()) ? session : undefined;
  };
};

export const watchHttpSessions = (home: HomeFolder, now: () => number): FindSession =>
  watchSessions(home, { folder: home.layout.httpSessions, isName: isHttpSessionId }, now);

/**
 * Sessions as the pipeline looks them up at step 2 (profile P6). Each namespace has its own folder and its own face:
 * a session of the command line is none of a daemon's, nor the other way round. Whose it is, is step 4's to judge.
 */
export const createSessionStore = (home: HomeFolder, now: () => number): SessionStore => {
  const namespaces: ReadonlyMap<Face, FindSession> = new Map([
    ['cli', watchSessions(home, { folder: home.layout.cliSessions, isName: isSessionName }, now)],
    ['http', watchHttpSessions(home, now)],
  ]);
  return { find: (sessionId, { face }) => Promise.resolve().then(() => namespaces.get(face)?.(sessionId)) };
};
