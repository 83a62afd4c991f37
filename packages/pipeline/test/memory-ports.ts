import { createHash } from 'node:crypto';
import type { Manifest } from '@hcp/manifest';
import type { Policy, PolicyEntry } from '@hcp/policy';
import type {
  Adapter,
  AdapterOutcome,
  ApprovalClaim,
  AuditEvent,
  Caller,
  InstalledPack,
  Minted,
  MintRefusal,
  OperatorNotice,
  Ports,
  Principal,
  Session,
} from '../src/index.js';

/** Everything a call through in-memory ports may be told to do, and what it did. */
export interface World {
  pack: InstalledPack | undefined;
  session: Session | undefined;
  principal: Principal | undefined;
  claim: ApprovalClaim | undefined;
  minted: Minted | MintRefusal;
  outcome: AdapterOutcome;
  renderRefusal: string | undefined;
  auditBroken: boolean;
  adapterKnown: boolean;
  /** The names of the ports in the order they were called. */
  readonly calls: string[];
  readonly records: AuditEvent[];
  readonly notices: OperatorNotice[];
  readonly caller: Caller;
  readonly ports: Ports;
}

export const entryOf = (facts: Partial<PolicyEntry> = {}): PolicyEntry => ({
  access: 'write',
  capability: 'ledger.transfer',
  confirm: true,
  binding: 'pack',
  secretArgs: [],
  allowDash: [],
  denyPrefix: [],
  timeoutMs: 60_000,
  maxOutputBytes: 1024,
  ...facts,
});

export const packOf = (
  entry: PolicyEntry | undefined,
  facts: Partial<Manifest> = {},
  land: Policy['land'] = 'device',
): InstalledPack => {
  const manifest = {
    id: 'ledger',
    kind: 'wrap',
    plane: 'runtime',
    binding: { mode: 'local', hub: 'local-credential', family: 'ledger' },
    wrap: { bin: './ledger' },
    verbs: { transfer: { cli: ['ledger', 'transfer', '{{amount}}'] } },
    ...facts,
  } as Manifest;
  return {
    id: 'ledger',
    root: '/packs/ledger',
    manifest,
    policy: { surfaceId: 'ledger', land, verbs: entry === undefined ? {} : { transfer: entry } },
    surfaceSha256: createHash('sha256').update('surface').digest('hex'),
    policySha256: createHash('sha256').update('policy').digest('hex'),
  };
};

export const ada: Principal = { id: 'ada', tenant: 'acme', projects: [], capabilities: ['ledger.*'] };
export const openSession: Session = {
  id: 's1',
  tenant: 'acme',
  principal_id: 'ada',
  project_id: null,
  activated: ['ledger'],
  expires_at: null,
};
export const mintedNothing: Minted = { ok: true, env: {}, headers: {}, redact: (text) => text };

/** A world in which the call goes through; a test spoils what it is about. */
export function worldOf(facts: Partial<World> = {}): World {
  const world: World = {
    pack: packOf(entryOf()),
    session: openSession,
    principal: ada,
    claim: undefined,
    minted: mintedNothing,
    outcome: { ok: true, output: '{"done":true}', exitCode: 0 },
    renderRefusal: undefined,
    auditBroken: false,
    adapterKnown: true,
    calls: [],
    records: [],
    notices: [],
    caller: { face: 'embedded', sessionId: 's1', credential: 'token' },
    ports: undefined as unknown as Ports,
    ...facts,
  };
  return Object.assign(world, { ports: { ...portsOf(world), ...facts.ports } });
}

function portsOf(world: World): Ports {
  const called = (name: string): void => void world.calls.push(name);
  const keep = (event: AuditEvent): Promise<void> => {
    called(`audit.${event.event}`);
    if (world.auditBroken) return Promise.reject(new Error('disk full'));
    world.records.push(event);
    return Promise.resolve();
  };
  const adapter: Adapter = {
    kind: 'wrap',
    render: () => {
      called('render');
      if (world.renderRefusal !== undefined) return { ok: false, reason: world.renderRefusal };
      const run = (): Promise<AdapterOutcome> => {
        called('run');
        return Promise.resolve(world.outcome);
      };
      return { ok: true, preview: { argv: ['transfer', '10', '--json'] }, run };
    },
  };
  return {
    packs: {
      resolve: () => {
        called('packs');
        return Promise.resolve(world.pack ?? { unknown: true, reason: 'policy.json changed since it was installed' });
      },
    },
    sessions: { find: () => (called('sessions'), Promise.resolve(world.session)) },
    authenticator: { authenticate: () => (called('authenticator'), Promise.resolve(world.principal)) },
    approvals: {
      claim: () => {
        called('approvals');
        return Promise.resolve(world.claim);
      },
      holds: () => {
        called('approvals.holds');
        return Promise.resolve(world.claim !== undefined);
      },
    },
    binding: { mint: () => (called('mint'), Promise.resolve(world.minted)) },
    adapters: world.adapterKnown ? new Map([['wrap', adapter]]) : new Map(),
    audit: { denial: keep, intent: keep, outcome: keep },
    sandboxMode: 'native-local',
    newCallId: () => 'call-1',
    monotonicNow: () => 1,
    notifyOperator: (notice) => void world.notices.push(notice),
  };
}
