import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Manifest } from '@hcp/manifest';
import type { PolicyEntry } from '@hcp/policy';
import {
  execute,
  plainResult,
  type Adapter,
  type AuditEvent,
  type Caller,
  type InstalledPack,
  type Minted,
  type Ports,
} from '@hcp/pipeline';
import { createCompositeAdapter, hasCode, pinFiles, type CompositeAdapterOptions } from '../src/index.js';

export const entryOf = (facts: Partial<PolicyEntry> = {}): PolicyEntry => ({
  access: 'read',
  capability: 'any.read',
  confirm: false,
  binding: 'pack',
  secretArgs: [],
  allowDash: [],
  denyPrefix: [],
  timeoutMs: 20_000,
  maxOutputBytes: 100_000,
  ...facts,
});

export const temporaryFolder = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hcp-composite-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

export const writeFiles = (root: string, files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
};

export interface PackFacts {
  readonly entry?: Partial<PolicyEntry>;
  readonly kind?: Manifest['kind'];
  readonly trusted?: boolean;
  readonly verbs?: readonly string[];
}

/** A pack of files on disk, pinned as it is now. */
export const packOf = (id: string, files: Readonly<Record<string, string>>, facts: PackFacts = {}): InstalledPack => {
  const root = temporaryFolder();
  writeFiles(root, files);
  const keys = facts.verbs ?? ['plan'];
  return {
    id,
    root,
    manifest: {
      id,
      kind: facts.kind ?? 'composite',
      plane: 'runtime',
      verbs: Object.fromEntries(keys.map((key) => [key, {}])),
    } as unknown as Manifest,
    policy: {
      surfaceId: id,
      land: 'device',
      verbs: Object.fromEntries(keys.map((key) => [key, entryOf(facts.entry)])),
    },
    surfaceSha256: '1',
    policySha256: '2',
    ...(hasCode(root) ? { code: { trusted: facts.trusted ?? true, files: pinFiles(root) } } : {}),
  };
};

/** A pack whose `composite.js` holds the body of the handler of `plan`. */
export const planOf = (body: string, facts: PackFacts = {}): InstalledPack =>
  packOf(
    'transit',
    { 'composite.js': `export const handlers = { plan: async (args, context) => { ${body} } };\n` },
    facts,
  );

export interface World {
  readonly records: AuditEvent[];
  readonly call: (
    packId: string,
    args?: Readonly<Record<string, unknown>>,
    caller?: Partial<Caller> & { readonly verbKey?: string },
  ) => Promise<Readonly<Record<string, unknown>>>;
  readonly ports: Ports;
}

export interface WorldFacts extends Partial<CompositeAdapterOptions> {
  readonly packs: readonly InstalledPack[];
  readonly minted?: Minted;
  /** Of kind `wrap`: what the verb of a program answers. */
  readonly program?: Adapter['render'];
}

const open: Minted = { ok: true, env: {}, headers: {}, redact: (text) => text };
const ada = { id: 'ada', tenant: 'acme', projects: [], capabilities: ['*'] };

/** The pipeline with ports in memory, the composite adapter, and real packs. */
export const worldOf = ({ packs, minted = open, program, ...options }: WorldFacts): World => {
  const byId = new Map(packs.map((pack) => [pack.id, pack]));
  const records: AuditEvent[] = [];
  const keep = (event: AuditEvent): Promise<void> => (records.push(event), Promise.resolve());
  const composite = createCompositeAdapter({ handlers: {}, refusalOf: () => undefined, ...options });
  const echo: Adapter['render'] = ({ args }) => ({
    ok: true,
    preview: {},
    run: () => Promise.resolve({ ok: true, output: JSON.stringify({ echo: args }) }),
  });
  const wrap: Adapter = { kind: 'wrap', render: program ?? echo };
  let ids = 0;
  const ports: Ports = {
    packs: { resolve: (id) => Promise.resolve(byId.get(id) ?? { unknown: true, reason: 'not here' }) },
    sessions: {
      find: () =>
        Promise.resolve({
          id: 's1',
          tenant: 'acme',
          principal_id: 'ada',
          project_id: null,
          activated: [...byId.keys()],
          expires_at: null,
        }),
    },
    authenticator: { authenticate: () => Promise.resolve(ada) },
    approvals: { claim: () => Promise.resolve(undefined), holds: () => Promise.resolve(false) },
    binding: { mint: () => Promise.resolve(minted) },
    adapters: new Map([composite, wrap].map((adapter) => [adapter.kind, adapter])),
    audit: { denial: keep, intent: keep, outcome: keep },
    sandboxMode: 'native-local',
    newCallId: () => `call-${ids++}`,
    monotonicNow: () => performance.now(),
    notifyOperator: () => undefined,
  };
  return {
    records,
    ports,
    call: async (packId, args = {}, { verbKey = 'plan', ...caller } = {}) => {
      const envelope = { packId, verbKey, args };
      const asked: Caller = { face: 'embedded', sessionId: 's1', credential: null, ...caller };
      return plainResult((await execute(envelope, asked, ports)).envelope);
    },
  };
};
