import { onTestFinished } from 'vitest';
import { execute, type CallReport, type OperatorNotice, type Principal } from '@hcp/pipeline';
import { createDaemonHost } from '../src/create-daemon-host.js';
import type { DaemonHost } from '../src/daemon-host.js';
import { temporaryHome } from './temporary-home.js';

/** One holder of a token, with a session of theirs. */
export interface Client {
  readonly bearer: string;
  readonly tokenId: string;
  readonly principal: Principal;
  readonly session: string;
}

export interface OpenedDaemonHost {
  readonly host: DaemonHost;
  readonly root: string;
  readonly notices: OperatorNotice[];
  /** Makes a token and a session, and activates the packs on it. */
  readonly join: (principal: Partial<Principal>, packs?: readonly string[]) => Promise<Client>;
  readonly call: (
    client: Partial<Client>,
    words: string,
    args?: Readonly<Record<string, unknown>>,
  ) => Promise<CallReport>;
}

/** A host as the daemon opens it, in mode `native-local`, closed behind the test. */
export const openTestDaemonHost = async (root: string = temporaryHome()): Promise<OpenedDaemonHost> => {
  const notices: OperatorNotice[] = [];
  const host = createDaemonHost({
    home: root,
    searchPath: '/usr/bin:/bin',
    userName: 'operator',
    onNotice: (notice) => notices.push(notice),
  });
  onTestFinished(() => host.close());
  await host.configuration.set('sandbox.mode', 'native-local');
  return {
    host,
    root,
    notices,
    join: async (wanted, packs = ['ledger']) => {
      const { id = 'ada', tenant = 'acme', projects = [], capabilities = ['ledger.*'] } = wanted;
      const made = await host.tokens.create({ principalId: id, tenant, projects, capabilities });
      const { id: session } = await host.httpSessions.create(made.principal, null);
      for (const pack of packs) {
        await host.httpSessions.activate(made.principal, session, pack);
      }
      return { bearer: made.token, tokenId: made.id, principal: made.principal, session };
    },
    call: async ({ bearer, session }, words, args = {}) => {
      const [packId = '', verbKey = ''] = words.split(' ');
      const credential = bearer === undefined ? undefined : { bearer };
      const caller = { face: 'http', sessionId: session ?? null, credential } as const;
      return execute({ packId, verbKey, args }, caller, await host.ports());
    },
  };
};
