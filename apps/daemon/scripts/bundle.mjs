// Bundles build/ into dist/hcpd.cjs: one file with everything in it, to be run by any Node of `engines`.
import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const app = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(app, 'dist');
const { version } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'));

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({
  absWorkingDir: app,
  entryPoints: ['build/bin.js'],
  outfile: join(out, 'hcpd.cjs'),
  bundle: true,
  platform: 'node',
  target: 'node22.18',
  format: 'cjs',
  minify: true,
  keepNames: true,
  legalComments: 'none',
  banner: { js: '#!/usr/bin/env node' },
  define: { HCPD_VERSION: JSON.stringify(version) },
  logLevel: 'warning',
});
chmodSync(join(out, 'hcpd.cjs'), 0o755);
