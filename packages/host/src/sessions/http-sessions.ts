import { randomBytes } from 'node:crypto';
import { HcpError, type Principal, type Session } from '@hcp/pipeline';
import type { HttpSessions } from '../daemon-host.js';
import type { HomeFolder } from '../home/home-folder.js';
import { packsLockFormat } from '../packs/packs-lock.js';
import type { StateStore } from '../state/state-store.js';
import { removeExpiredSessions } from './expired-sessions.js';
import { openSessionFiles } from './session-files.js';
import { requireOwnProject } from './session-rules.js';
import { watchHttpSessions } from './session-store.js';

export interface HttpSessionsOptions {
  readonly home: HomeFolder;
  readonly store: StateStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds. */
  readonly lifetimeMs: number;
  readonly notify: (message: string) => void;
}

/** Milliseconds between two looks for expired sessions. */
const cleaningEveryMs = 60_000;

/** Profile P6: the call's own project, else the principal's only one. */
const projectOf = (principal: Principal, projectId: string | null): string | null => {
  requireOwnProject(principal, projectId);
  return projectId ?? (principal.projects.length === 1 ? (principal.projects[0] ?? null) : null);
};

const requireInstalled = (store: StateStore, packId: string): void => {
  if (store.read(store.layout.packsLock, packsLockFormat)?.has(packId) !== true) {
    throw new HcpError('unknown_pack', `pack ${JSON.stringify(packId)} is not installed.`);
  }
};

const withPack = (session: Session, packId: string): Session => ({
  ...session,
  activated: session.activated.includes(packId) ? session.activated : [...session.activated, packId],
});

const withoutPack = (session: Session, packId: string): Session => ({
  ...session,
  activated: session.activated.filter((other) => other !== packId),
});

const isOf = (session: Session, { id, tenant }: Principal): boolean =>
  session.principal_id === id && session.tenant === tenant;

/** Sessions over HTTP (profile P6): on disk, so that they outlive the daemon; a fixed lifetime, used or not. */
export const createHttpSessions = ({ home, store, now, lifetimeMs, notify }: HttpSessionsOptions): HttpSessions => {
  const files = openSessionFiles(store, store.layout.httpSessions);
  const standing = watchHttpSessions(home, now);
  let cleaned: number | undefined;
  const find = (principal: Principal, id: string): Session | undefined => {
    const session = standing(id);
    return session !== undefined && isOf(session, principal) ? session : undefined;
  };
  /** Call it under the state lock. */
  const clean = (): void => {
    if (cleaned === undefined || Math.abs(now() - cleaned) >= cleaningEveryMs) {
      removeExpiredSessions(store, { now: now(), lifetimeMs, notify });
      cleaned = now();
    }
  };
  /** What changes nothing is not written. */
  const write = (session: Session, before: Session | undefined): Session => {
    if (session.activated.length !== before?.activated.length) {
      files.write(session);
    }
    return session;
  };
  const make = (principal: Principal, projectId: string | null): Session => ({
    id: randomBytes(16).toString('hex'),
    tenant: principal.tenant,
    principal_id: principal.id,
    project_id: projectOf(principal, projectId),
    activated: [],
    expires_at: new Date(now() + lifetimeMs).toISOString(),
  });
  /** Under the lock, on a session that is still there and still this principal's. */
  const change = <T>(
    owner: { readonly principal: Principal; readonly id: string },
    act: (session: Session) => T,
  ): Promise<T | undefined> =>
    store.locked(async () => {
      const session = await Promise.resolve(find(owner.principal, owner.id));
      return session === undefined ? undefined : act(session);
    });
  return {
    create: async (principal, projectId) => {
      const session = make(principal, projectId);
      return store.locked(() => {
        clean();
        return Promise.resolve(write(session, undefined));
      });
    },
    find: (principal, id) => Promise.resolve().then(() => find(principal, id)),
    remove: async (principal, id) =>
      (await change({ principal, id }, () => {
        files.remove(id);
        return true;
      })) ?? false,
    activate: (principal, id, packId) =>
      change({ principal, id }, (session) => {
        requireInstalled(store, packId);
        return write(withPack(session, packId), session);
      }),
    deactivate: (principal, id, packId) =>
      change({ principal, id }, (session) => write(withoutPack(session, packId), session)),
  };
};
