// The pipeline in process: a refused call with in-memory ports and with the real audit; an allowed call without the
// child, its audit flushed, against one flush of an equal line.
import { closeSync, fdatasyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createHost } from '../packages/host/dist/index.js';
import { execute } from '../packages/pipeline/dist/index.js';
import { alternatingMedians, verdict } from './alternating-medians.mjs';
import { preparedHome } from './prepared-home.mjs';

const { home, remove } = preparedHome();
const host = createHost({
  home,
  searchPath: process.env.PATH,
  userName: 'bench',
  onNotice: (notice) => fail(notice.message),
});
const real = await host.ports();
const caller = { face: 'embedded', sessionId: 's', credential: null };
const pack = await real.packs.resolve('trivial');
const principal = { id: 'bench', tenant: 'local', projects: [], capabilities: ['trivial.read'] };
const session = {
  id: 's',
  tenant: 'local',
  principal_id: 'bench',
  project_id: null,
  activated: ['trivial'],
  expires_at: null,
};
const nothing = async () => {};
const memory = {
  ...real,
  packs: { resolve: async () => pack },
  sessions: { find: async () => session },
  authenticator: { authenticate: async () => principal },
  audit: { denial: nothing, intent: nothing, outcome: nothing },
  adapters: new Map([
    [
      'wrap',
      {
        kind: 'wrap',
        render: () => ({ ok: true, preview: {}, run: async () => ({ ok: true, output: '{"done":true}' }) }),
      },
    ],
  ]),
};
const audited = { ...memory, audit: real.audit };
const denied = { packId: 'trivial', verbKey: 'change', args: {} };
const allowed = { packId: 'trivial', verbKey: 'run', args: {} };

const folder = join(home, 'bench');
mkdirSync(folder);
const plain = openSync(join(folder, 'line'), 'a');
const line = `${'x'.repeat(700)}\n`;

const medians = await alternatingMedians(
  {
    refused: () => expectEnd(denied, memory, false),
    refusedAudited: () => expectEnd(denied, audited, false),
    allowedAudited: () => expectEnd(allowed, audited, true),
    flush: () => {
      writeSync(plain, line);
      fdatasyncSync(plain);
    },
  },
  { rounds: 2000, warmUp: 200 },
);
closeSync(plain);
await host.close();
rmSync(folder, { recursive: true });
remove();

const micro = (ms) => `${(ms * 1000).toFixed(0)} µs`;
process.stdout.write(
  `refused, in-memory ports ${micro(medians.refused)}; refused, real audit ${micro(medians.refusedAudited)}; ` +
    `allowed, real audit ${micro(medians.allowedAudited)}; one flush ${micro(medians.flush)}\n`,
);
const good = [
  verdict('refused call, in-memory ports', medians.refused * 1000, { atMost: 30 }, ' µs'),
  verdict(
    'allowed call without the child, less one flush',
    medians.allowedAudited - medians.flush,
    { atMost: 0.3 },
    ' ms',
  ),
];
process.exit(good.every(Boolean) ? 0 : 1);

async function expectEnd(envelope, ports, ok) {
  const report = await execute(envelope, caller, ports);
  if (report.envelope.ok !== ok) fail(JSON.stringify(report.envelope));
}

function fail(message) {
  throw new Error(message);
}
