// Builds every package and app under turbo and puts the commands into node_modules/.bin.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFlagsOf } from './node-flags.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The commands and the file each one runs. */
const commands = {
  hcp: 'apps/cli/dist/hcp.cjs',
  hcpd: 'apps/daemon/dist/hcpd.cjs',
  'hcp-conformance': 'conformance/dist/bin.js',
};

export function build() {
  // Through npx, because turbo looks for the package manager on the PATH and a Node-and-npm machine has none there.
  const words = ['-y', 'pnpm@12.4.2', 'exec', 'turbo', 'run', 'build', '--output-logs=errors-only'];
  const turbo = spawnSync('npx', words, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
  });
  if (turbo.status !== 0) {
    process.stderr.write(`${turbo.error?.message ?? ''}${turbo.stdout ?? ''}${turbo.stderr ?? ''}`);
    return false;
  }
  for (const [name, bundle] of Object.entries(commands)) writeCommand(name, join(root, bundle));
  return true;
}

/** A command that runs under the Node it was built with, wherever it is called from. */
function writeCommand(name, bundle) {
  const folder = join(root, 'node_modules', '.bin');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  writeFileSync(
    file,
    `#!/bin/sh\nexec ${quote(process.execPath)} ${nodeFlagsOf(name).join(' ')} ${quote(bundle)} "$@"\n`,
  );
  chmodSync(file, 0o755);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(build() ? 0 : 1);
