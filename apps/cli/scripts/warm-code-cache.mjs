// Runs the built program once for each path worth keeping compiled. The cache keeps what the first run of a kind has
// compiled, so `exec` comes first; the pack it needs is prepared without the cache.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
    for (const argv of [['run', 'warm', 'run', '--n', '1'], ['list'], ['--help']]) run(argv);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writePack(pack) {
  mkdirSync(pack);
  writeFileSync(join(pack, 'surface.json'), JSON.stringify(surface));
  writeFileSync(join(pack, 'policy.json'), JSON.stringify(policy));
  writeFileSync(join(pack, 'warm.sh'), '#!/bin/sh\necho {}\n');
  chmodSync(join(pack, 'warm.sh'), 0o755);
}
