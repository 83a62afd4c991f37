// Bundles build/ into dist/: hcpd.cjs, which loads the other, and main.cjs, the whole program. Then starts it once to warm
// its code cache.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { inlineWorker } from '../../../scripts/inline-worker.mjs';
import { nodeFlagsOf } from '../../../scripts/node-flags.mjs';

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
const program = join(out, 'main.cjs');
// The function that hcpd.cjs calls, so that it need not wrap the text.
await build({
  ...common,
  entryPoints: ['build/main.js'],
  outfile: program,
  banner: { js: '(function (exports, require, module, __filename, __dirname) {' },
  footer: { js: '})' },
  plugins: [inlineWorker()],
});
const digest = createHash('sha256').update(readFileSync(program)).digest('hex').slice(0, 16);
const entry = join(out, 'hcpd.cjs');
await build({
  ...common,
  entryPoints: ['build/bin.js'],
  outfile: entry,
  banner: { js: '#!/usr/bin/env node' },
  define: { HCPD_BUILD: JSON.stringify(digest) },
});
chmodSync(entry, 0o755);
await warm();

/** A start that fails leaves the cache cold and nothing else, so it is said and the build goes on. */
async function warm() {
  const home = mkdtempSync(join(tmpdir(), 'hcpd-warm-'));
  writeFileSync(join(home, 'config.json'), '{"sandbox":{"mode":"native-local"}}');
  const env = { PATH: process.env.PATH, HCP_HOME: home };
  const daemon = spawn(process.execPath, [...nodeFlagsOf('hcpd'), entry], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  daemon.stdout.once('data', () => daemon.kill('SIGTERM'));
  const status = await new Promise((resolve) => daemon.once('close', resolve));
  if (status !== 0) process.stderr.write(`the code cache is not warm: hcpd ended with status ${status}\n`);
  rmSync(home, { recursive: true, force: true });
}
