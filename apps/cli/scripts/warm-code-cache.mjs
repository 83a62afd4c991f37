// Runs the built program once for each path worth keeping compiled. The cache keeps what the first run of a kind has
// compiled, so `exec` comes first; the pack it needs is prepared without the cache.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeFlagsOf } from '../../../scripts/node-flags.mjs';

const uncached = { NODE_DISABLE_COMPILE_CACHE: '1' };
const surface = {
  id: 'warm',
  kind: 'wrap',
  wrap: { bin: './warm.sh' },
  verbs: { run: { cli: ['warm', '{{n}}'], args: { type: 'object', properties: { n: { type: 'integer' } } } } },
};
const policy = { surface_id: 'warm', verbs: { run: { access: 'read' } } };

/**
 * A program that cannot say its version fails the build. Any other run that fails (a temporary folder that a pack must
 * not be installed from) leaves the cache colder and nothing else, so it is said and the build goes on.
 */
export function warmCodeCache(bundle) {
  const proof = spawnSync(process.execPath, [bundle, '--version'], { env: uncached, encoding: 'utf8' });
  if (proof.status !== 0) throw new Error(`the bundle does not run: ${proof.stderr}`);
  const folder = mkdtempSync(join(tmpdir(), 'hcp-warm-'));
  const environment = { HCP_HOME: join(folder, 'home') };
  const run = (argv, more = {}) => {
    const { status, stderr } = spawnSync(process.execPath, [...nodeFlagsOf('hcp'), bundle, ...argv], {
      env: { ...environment, ...more },
      encoding: 'utf8',
    });
    if (status !== 0) process.stderr.write(`the code cache is not warm: hcp ${argv[0]}: ${stderr}`);
  };
  try {
    const pack = join(folder, 'pack');
    writePack(pack);
    for (const argv of [
      ['install', pack],
      ['activate', 'warm'],
    ])
      run(argv, uncached);
    run(['exec', 'warm', 'run', '--', 'n=1']);
    warmRequests(join(folder, 'api'), run);
    for (const argv of [['run', 'warm', 'run', '--n', '1'], ['list'], ['--help']]) run(argv);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A call of an openapi pack loads code of its own; its server is a process, as this one waits for each run. */
function warmRequests(pack, run) {
  const server = spawn(process.execPath, ['-e', answering, pack], { stdio: 'ignore' });
  try {
    const deadline = Date.now() + 10_000;
    while (!existsSync(join(pack, 'api.json')) && Date.now() < deadline) sleep(20);
    for (const argv of [
      ['install', '--allow-private', pack],
      ['activate', 'api'],
    ])
      run(argv, uncached);
    run(['exec', 'api', 'get', '--', 'n=1']);
  } finally {
    server.kill();
  }
}

/** Answers everything, and writes the pack once it knows at which port. */
const answering = `
const { mkdirSync, renameSync, writeFileSync } = require('node:fs');
const [, pack] = process.argv;
const server = require('node:http').createServer((request, response) => response.end('{}'));
server.listen(0, '127.0.0.1', () => {
  const servers = [{ url: 'http://127.0.0.1:' + server.address().port }];
  const parameters = [{ name: 'n', in: 'query', schema: { type: 'integer' } }];
  const paths = { '/': { get: { operationId: 'get', parameters, responses: {} } } };
  mkdirSync(pack);
  const write = (name, value) => writeFileSync(pack + '/' + name, JSON.stringify(value));
  write('surface.json', { id: 'api', kind: 'openapi', openapi: { path: 'api.json' }, verbs: { get: {} } });
  write('policy.json', { surface_id: 'api', verbs: { get: { access: 'read' } } });
  write('draft.json', { openapi: '3.1.0', info: { title: 'warm', version: '1' }, servers, paths });
  renameSync(pack + '/draft.json', pack + '/api.json');
});
setTimeout(() => process.exit(), 30_000);
`;

const sleep = (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

function writePack(pack) {
  mkdirSync(pack);
  writeFileSync(join(pack, 'surface.json'), JSON.stringify(surface));
  writeFileSync(join(pack, 'policy.json'), JSON.stringify(policy));
  writeFileSync(join(pack, 'warm.sh'), '#!/bin/sh\necho {}\n');
  chmodSync(join(pack, 'warm.sh'), 0o755);
}
