import { onTestFinished } from 'vitest';
import { execute, type Caller, type CallReport, type ExecEnvelope, type OperatorNotice } from '@hcp/pipeline';
import { createHost } from '../src/create-host.js';
import type { Host } from '../src/host.js';
import { temporaryHome } from './temporary-home.js';

export interface OpenedHost {
  readonly host: Host;
  readonly root: string;
  readonly notices: OperatorNotice[];
  readonly call: (packId: string, verbKey: string, args?: Readonly<Record<string, unknown>>) => Promise<CallReport>;
  readonly callAs: (caller: Partial<Caller>, packId: string, verbKey: string) => Promise<CallReport>;
}

/** A host as the command line opens it, closed behind the test. */
export const openTestHost = (root: string = temporaryHome()): OpenedHost => {
  const notices: OperatorNotice[] = [];
  const host = createHost({
    home: root,
    searchPath: '/usr/bin:/bin',
    userName: 'ada',
    onNotice: (notice) => notices.push(notice),
  });
  onTestFinished(() => host.close());
  const run = async (envelope: ExecEnvelope, caller: Partial<Caller>): Promise<CallReport> =>
    execute(envelope, { face: 'cli', sessionId: 'default', credential: undefined, ...caller }, await host.ports());
  return {
    host,
    root,
    notices,
    call: (packId, verbKey, args = {}) => run({ packId, verbKey, args }, {}),
    callAs: (caller, packId, verbKey) => run({ packId, verbKey, args: {} }, caller),
  };
};
