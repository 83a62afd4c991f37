// Bundles build/ into dist/: hcp.cjs, which turns the compile cache on; main.cjs, all that `hcp exec` always needs in
// one file; and a chunk for each dynamic import, loaded when it is needed. Then runs the program to warm the cache.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { warmCompileCache } from './warm-compile-cache.mjs';

const app = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(app, 'dist');
const { version } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'));
const common = { bundle: true, platform: 'node', target: 'node22.18', write: false, logLevel: 'warning' };

const chunks = await divide();
const mainChunk = [...chunks.values()].find((chunk) => chunk.source === 'build/main.js');
const hot = closure(mainChunk.name);
const main = [
  ...hot.map((name, at) => `export * as hot${at} from './${name}';`),
  `export { main } from './${mainChunk.name}';`,
].join('\n');

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await rewrite('main.cjs', main);
for (const { name, code } of chunks.values()) {
  if (name === 'hcp.cjs') await rewrite(name, code, '#!/usr/bin/env node');
  else if (!hot.includes(name)) await rewrite(name, code);
}
await warmCompileCache(join(out, 'hcp.cjs'));

/** esbuild divides code into chunks as ES modules only; what several chunks share is in one of its own. */
async function divide() {
  const { outputFiles, metafile } = await build({
    ...common,
    absWorkingDir: app,
    entryPoints: { hcp: 'build/bin.js' },
    splitting: true,
    format: 'esm',
    outdir: out,
    outExtension: { '.js': '.cjs' },
    chunkNames: '[name]-[hash]',
    define: { HCP_VERSION: JSON.stringify(version) },
    legalComments: 'none',
    metafile: true,
  });
  const described = Object.entries(metafile.outputs).map(([path, output]) => {
    const name = basename(path);
    const { text } = outputFiles.find((file) => basename(file.path) === name);
    const needs = output.imports.filter((one) => one.kind === 'import-statement' && !one.external);
    return { name, code: text, source: output.entryPoint, needs: needs.map((one) => basename(one.path)) };
  });
  return new Map(described.map((chunk) => [chunk.name, chunk]));
}

/** A chunk and all it imports statically. */
function closure(name, seen = new Set()) {
  if (!seen.has(name)) {
    seen.add(name);
    for (const needed of chunks.get(name).needs) closure(needed, seen);
  }
  return [...seen];
}

/**
 * Writes one chunk as CommonJS, which starts faster. The chunks of the hot path go into main.cjs together, and the
 * others find them there: every module still exists once, or `instanceof HcpError` would fail.
 */
async function rewrite(name, code, banner = '') {
  const chunk = { name: 'chunk', setup: (plugin) => resolveChunks(plugin, name) };
  const { outputFiles } = await build({
    ...common,
    stdin: { contents: code, loader: 'js', resolveDir: out },
    format: 'cjs',
    supported: { 'dynamic-import': false },
    banner: { js: banner },
    plugins: [chunk],
  });
  writeFileSync(join(out, name), outputFiles[0].text);
}

function resolveChunks(plugin, name) {
  plugin.onResolve({ filter: /^\.\// }, ({ path, kind }) => {
    const target = basename(path);
    if (kind === 'dynamic-import' && target === mainChunk.name) return { path: './main.cjs', external: true };
    if (path === './main.cjs' || !hot.includes(target)) return { path, external: true };
    return { path: target, namespace: name === 'main.cjs' ? 'inside' : 'outside' };
  });
  plugin.onLoad({ filter: /.*/, namespace: 'inside' }, ({ path }) => ({
    contents: chunks.get(path).code,
    loader: 'js',
  }));
  plugin.onLoad({ filter: /.*/, namespace: 'outside' }, ({ path }) => ({
    contents: `module.exports = require('./main.cjs').hot${hot.indexOf(path)};`,
    loader: 'js',
    resolveDir: out,
  }));
}
