// The README's two commands start here. Plain JavaScript for Node 20 and newer, no dependencies: it fetches the
// pinned pnpm with npx, installs with the frozen lockfile, proves the pinned Node by running it, and goes on under it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const pnpm = ['-y', 'pnpm@12.4.2'];
const oldestNode = [22, 18];
const tasks = {
  demo: 'scripts/demo.mjs',
  test: 'scripts/check.mjs',
  build: 'scripts/build.mjs',
  bench: 'bench/run.mjs',
};

const task = process.argv[2] ?? '';
if (!Object.hasOwn(tasks, task)) fail(`no such task: "${task}". Use one of: ${Object.keys(tasks).join(', ')}.`);

const install = spawnSync('npx', [...pnpm, 'install', '--frozen-lockfile', '--reporter=append-only'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'pipe'],
  encoding: 'utf8',
});
if (install.status !== 0) {
  fail(
    `the packages could not be installed (npx ${pnpm.join(' ')} install --frozen-lockfile):\n` +
      `${install.error?.message ?? ''}${install.stdout ?? ''}${install.stderr ?? ''}`,
  );
}

const node = pinnedNode();
const bin = join(root, 'node_modules', '.bin');
const result = spawnSync(node, [join(root, tasks[task]), ...process.argv.slice(3)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, TURBO_TELEMETRY_DISABLED: '1' },
});
process.exit(result.status ?? 1);

/** The repository's own Node, or the one running this where that one cannot run (musl, other systems). */
function pinnedNode() {
  const pinned = join(root, 'node_modules', '.bin', 'node');
  if (existsSync(pinned) && spawnSync(pinned, ['-e', '0'], { stdio: 'ignore' }).status === 0) return pinned;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return process.execPath;
  return fail(
    `the pinned Node does not run on this system and the installed one is ${process.version}. ` +
      `Install Node ${oldestNode.join('.')} or newer and run the command again.`,
  );
}

function fail(message) {
  process.stderr.write(`bootstrap: ${message}\n`);
  process.exit(1);
}
