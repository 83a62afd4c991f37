import type {
  ApprovedCall,
  InstalledPack,
  Minted,
  PinnedBin,
  Sandbox,
  SandboxOutcome,
  NestedCalls,
} from '@hcp/pipeline';
import { entry } from './sample-request.js';

const bin: PinnedBin = {
  written: '../../bins/ledger.mjs',
  allowed: true,
  file: {
    path: '/opt/bins/ledger.mjs',
    sha256: 'f'.repeat(64),
    by: 'content',
    dev: '1',
    ino: '2',
    size: '3',
    mtime_ns: '4',
    ctime_ns: '5',
  },
  interpreters: [],
  accepted_paths: [],
};

export const installedPack: InstalledPack & { readonly bin: PinnedBin } = {
  id: 'ledger',
  root: '/packs/ledger',
  manifest: {
    id: 'ledger',
    kind: 'wrap',
    plane: 'runtime',
    wrap: { bin: '../../bins/ledger.mjs', agent_env: { LEDGER_HOME: 'here' } },
    verbs: {},
  },
  policy: { surfaceId: 'ledger', land: 'device', verbs: { transfer: entry } },
  surfaceSha256: 'a'.repeat(64),
  policySha256: 'b'.repeat(64),
  bin,
};

/** Only the pipeline mints one; a test of the adapter alone has to claim it. */
/** What a wrap verb has no use for. */
export const noNestedCalls: NestedCalls = {
  depth: 0,
  exec: () => Promise.reject(new Error('a program makes no calls')),
};

export const approvedCall: ApprovedCall = {
  callId: 'c1',
  packId: 'ledger',
  verbKey: 'transfer',
  tenant: 'acme',
  principalId: 'ada',
  projectId: null,
  bindingMode: 'local',
  signal: undefined,
} as unknown as ApprovedCall;

export const minted: Minted = { ok: true, env: { LEDGER_TOKEN: 't-123' }, headers: {}, redact: (text) => text };

/** A port, not a process: it answers each run with one outcome. */
export function answeringSandbox(outcome: SandboxOutcome): Sandbox {
  return { mode: 'native-local', run: () => Promise.resolve(outcome) };
}
