// Bundles build/ into dist/: hcpd.cjs, which turns the compile cache on, and main.cjs, the whole program. Then starts it
// once to fill the cache.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { inlineWorker } from '../../../scripts/inline-worker.mjs';

const app = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(app, 'dist');
const { version } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'));
const common = {
  absWorkingDir: app,
  bundle: true,
  platform: 'node',
  target: 'node22.18',
  format: 'cjs',
  supported: { 'dynamic-import': false },
  minify: true,
  keepNames: true,
  legalComments: 'none',
  // Machine code for one kind of machine each: installed beside the bundle where there is one, never part of it.
  external: ['@napi-rs/keyring'],
  // What a package looks for beside its own file stands beside the program.
  define: { HCPD_VERSION: JSON.stringify(version), 'import.meta.url': 'process.mainModule.filename' },
  logLevel: 'warning',
};

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({ ...common, entryPoints: ['build/main.js'], outfile: join(out, 'main.cjs'), plugins: [inlineWorker()] });
const main = {
  name: 'main',
  setup: (plugin) => plugin.onResolve({ filter: /main\.js$/ }, () => ({ path: './main.cjs', external: true })),
};
const entry = join(out, 'hcpd.cjs');
await build({
  ...common,
  entryPoints: ['build/bin.js'],
  outfile: entry,
  banner: { js: '#!/usr/bin/env node' },
  plugins: [main],
});
chmodSync(entry, 0o755);
await warm();

/** A start that fails leaves the cache cold and nothing else, so it is said and the build goes on. */
async function warm() {
  const home = mkdtempSync(join(tmpdir(), 'hcpd-warm-'));
  writeFileSync(join(home, 'config.json'), '{"sandbox":{"mode":"native-local"}}');
  const env = { PATH: process.env.PATH, HCP_HOME: home };
  const daemon = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  daemon.stdout.once('data', () => daemon.kill('SIGTERM'));
  const status = await new Promise((resolve) => daemon.once('close', resolve));
  if (status !== 0) process.stderr.write(`the compile cache is not warm: hcpd ended with status ${status}\n`);
  rmSync(home, { recursive: true, force: true });
}
