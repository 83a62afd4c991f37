import { HcpError, type Principal, type Session } from '@hcp/pipeline';
import type { SessionAdministration } from '../host.js';
import { packsLockFormat, type LockEntry } from '../packs/packs-lock.js';
import type { StateStore } from '../state/state-store.js';
import { isExpired } from './session-file.js';
import { openSessionFiles } from './session-files.js';
import { requireName, requireOwnProject, requireSame } from './session-rules.js';

export interface SessionAdministrationOptions {
  readonly store: StateStore;
  readonly principal: () => Promise<Principal>;
  /** Why every call of an installed pack would be refused as things are, or `undefined`. */
  readonly packFault: (packId: string, entry: LockEntry) => Promise<string | undefined>;
  /** Tells the operator what is no reason to refuse. */
  readonly notify: (message: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const requireInstalled = (store: StateStore, packId: string): LockEntry => {
  const lock = store.read(store.layout.packsLock, packsLockFormat);
  const entry = lock?.get(packId);
  if (entry === undefined) {
    throw new HcpError(
      'not_installed',
      `pack ${JSON.stringify(packId)} is not installed; install it with hcp install <dir>. Installed: ` +
        `${[...(lock?.keys() ?? [])].join(', ') || 'none'}.`,
    );
  }
  return entry;
};

const without = (session: Session | undefined, name: string, packId: string): Session => {
  if (session?.activated.includes(packId) !== true) {
    throw new HcpError(
      'not_activated',
      `pack ${JSON.stringify(packId)} is not activated on session ${name}; activated there: ` +
        `${session?.activated.join(', ') || 'none'}.`,
    );
  }
  return { ...session, activated: session.activated.filter((id) => id !== packId) };
};

/** Sessions of the command line (profile P6, P11). An expired session is as good as none: its name begins anew. */
export const createSessionAdministration = (options: SessionAdministrationOptions): SessionAdministration => {
  const { store, now } = options;
  const files = openSessionFiles(store, store.layout.cliSessions);
  const standing = (name: string): Session | undefined => {
    const session = files.read(name);
    return session === undefined || isExpired(session, now()) ? undefined : session;
  };
  const withPack = async (name: string, packId: string, projectId: string | null): Promise<Session> => {
    const principal = await options.principal();
    requireOwnProject(principal, projectId);
    const found = standing(name);
    if (found !== undefined) {
      requireSame(found, principal, projectId);
    }
    const activated = found?.activated ?? [];
    return {
      id: name,
      tenant: principal.tenant,
      principal_id: principal.id,
      project_id: projectId ?? found?.project_id ?? null,
      activated: activated.includes(packId) ? activated : [...activated, packId],
      expires_at: found?.expires_at ?? null,
    };
  };
  const change = (name: string, make: () => Promise<Session> | Session): Promise<Session> =>
    Promise.resolve().then(() => {
      requireName(name);
      return store.locked(async () => {
        const session = await make();
        files.write(session);
        return session;
      });
    });
  return {
    // A pack that changed is activated all the same: step 1 refuses its calls until the operator has mended it.
    activate: (name, packId, projectId) =>
      change(name, async () => {
        const entry = requireInstalled(store, packId);
        const session = await withPack(name, packId, projectId);
        const fault = await options.packFault(packId, entry);
        if (fault !== undefined) {
          options.notify(`pack ${packId} is activated, but its calls are refused as it is now: ${fault}`);
        }
        return session;
      }),
    deactivate: (name, packId) => change(name, () => without(standing(name), name, packId)),
    list: () => Promise.resolve().then(() => files.all().filter((session) => !isExpired(session, now()))),
  };
};
