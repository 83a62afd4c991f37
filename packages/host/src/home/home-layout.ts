import { isAbsolute, join, resolve } from 'node:path';

/** Every path of the runtime's home (profile P10). */
export interface HomeLayout {
  readonly root: string;
  readonly config: string;
  readonly packsLock: string;
  /** The kernel lock under which every state file is changed. */
  readonly stateLock: string;
  readonly sessions: string;
  /** Command-line sessions, a namespace of their own (profile P6). */
  readonly cliSessions: string;
  /** Sessions over HTTP, another one. */
  readonly httpSessions: string;
  /** What waits for the operator and what the operator approved, one file for each principal (profile P5). */
  readonly approvals: string;
  /** Static bearer tokens, as digests (profile P6). */
  readonly tokens: string;
  /** Keys that were used over HTTP, one file each (profile P11). */
  readonly idempotency: string;
  readonly credentials: string;
  /** Which packs an entry of the keyring or the mothership serves (profile P7). */
  readonly connections: string;
  readonly mothership: string;
  /** Tokens to exchange, one file for each principal. */
  readonly subjectTokens: string;
  /** Tokens that were exchanged, until they expire. */
  readonly exchangedTokens: string;
  /** What OpenAPI documents became at install (profile P12). */
  readonly plans: string;
  readonly work: string;
  readonly audit: string;
  readonly auditKey: string;
}

/** Names the paths of a home; touches no file. Throws `TypeError` for a relative path. */
export const homeLayout = (path: string): HomeLayout => {
  if (!isAbsolute(path)) {
    throw new TypeError(`home must be an absolute path, received ${JSON.stringify(path)}`);
  }
  // A slash at the end would have a symlink followed that is to be refused.
  const root = resolve(path);
  return {
    root,
    config: join(root, 'config.json'),
    packsLock: join(root, 'packs.lock.json'),
    stateLock: join(root, 'state.lock'),
    sessions: join(root, 'sessions'),
    cliSessions: join(root, 'sessions', 'cli'),
    httpSessions: join(root, 'sessions', 'http'),
    approvals: join(root, 'approvals'),
    tokens: join(root, 'tokens.json'),
    idempotency: join(root, 'idempotency'),
    credentials: join(root, 'credentials'),
    connections: join(root, 'connections.json'),
    mothership: join(root, 'mothership'),
    subjectTokens: join(root, 'mothership', 'subjects'),
    exchangedTokens: join(root, 'mothership', 'tokens'),
    plans: join(root, 'plans'),
    work: join(root, 'work'),
    audit: join(root, 'audit'),
    auditKey: join(root, 'audit-hmac.key'),
  };
};
