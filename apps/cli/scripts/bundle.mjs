// Bundles build/ into dist/: hcp.cjs, which loads the others; main.cjs, all that `hcp exec` always needs in one file;
// and a chunk for each dynamic import, loaded when it is needed. Then runs the program to warm its code cache.
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { inlineWorker } from '../../../scripts/inline-worker.mjs';
import { directImports } from './direct-imports.mjs';
import { warmCodeCache } from './warm-code-cache.mjs';

/** Dynamic imports that every call reaches, so that a file of their own would only cost time. */
const alwaysReached = ['host/dist/ports/open-ports.js', 'as-sha256/lib/index.js'];
/** Modules of Node that few calls use and that take long to load: loaded by the first use of a member. */
const seldomUsed = ['node:crypto', 'node:fs/promises', 'node:timers/promises'];

const app = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(app, 'dist');
const { version } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'));
/** Machine code for one kind of machine each: installed beside the bundle where there is one, never part of it. */
const external = ['@napi-rs/keyring'];
const common = { bundle: true, platform: 'node', target: 'node22.18', logLevel: 'warning', external };
/** Names stay, for the stack that --verbose shows. */
const smaller = { minifyWhitespace: true, minifySyntax: true };
const commonJs = { ...common, ...smaller, format: 'cjs', supported: { 'dynamic-import': false } };

const chunks = await divide();
const hot = hotChunks();
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await writeMain();
for (const { name, code } of chunks.values()) if (!hot.includes(name)) await writeChunk(name, code);
await writeEntry();
chmodSync(join(out, 'hcp.cjs'), 0o755);
warmCodeCache(join(out, 'hcp.cjs'));

/** esbuild divides code into chunks as ES modules only; what several chunks share is in one of its own. */
async function divide() {
  const { outputFiles, metafile } = await build({
    ...common,
    absWorkingDir: app,
    entryPoints: { entry: 'build/main.js' },
    splitting: true,
    format: 'esm',
    outdir: out,
    outExtension: { '.js': '.cjs' },
    // What a package looks for beside its own file stands beside the program.
    define: { HCP_VERSION: JSON.stringify(version), 'import.meta.url': 'process.mainModule.filename' },
    legalComments: 'none',
    plugins: [
      inlineWorker(),
      directImports(join(dirname(dirname(app)), 'packages')),
      { name: 'wasm', setup: shortenWasm },
    ],
    metafile: true,
    write: false,
  });
  return new Map(
    outputFiles.map(({ path, text }) => {
      const name = basename(path);
      const output = Object.entries(metafile.outputs).find(([key]) => basename(key) === name)[1];
      // Imports for their side effects only keep the order of modules that have none: every package says so.
      const code = text.replace(/^import "\.\/[^"]+";$/gm, '');
      const needs = [...code.matchAll(/^(?:import \{.*)?\} from "\.\/([^"]+)";$/gm)].map(([, needed]) => needed);
      return [name, { name, code, needs, source: output.entryPoint ?? '' }];
    }),
  );
}

/** Machine code written as an array of numbers takes longer to read than as base64; that for four digests at once is never run here. */
function shortenWasm(plugin) {
  plugin.onLoad({ filter: /as-sha256\/lib\/wasmCode\.js$/ }, async ({ path }) => {
    const { wasmCode } = await import(path);
    return {
      contents: `export const wasmCode = Buffer.from('${Buffer.from(wasmCode).toString('base64')}', 'base64');`,
    };
  });
  // What does not validate is passed over for the plain code.
  plugin.onLoad({ filter: /as-sha256\/lib\/wasmSimdCode\.js$/ }, () => ({
    contents: 'export const wasmSimdCode = new Uint8Array();',
  }));
}

/** The chunks of the hot path, the program's own first. */
function hotChunks() {
  const entry = chunks.get('entry.cjs');
  const reached = alwaysReached.map((source) => {
    const chunk = [...chunks.values()].find((one) => one.source.endsWith(source));
    if (chunk === undefined) throw new Error(`${source} is no dynamic import any more; see alwaysReached`);
    return chunk;
  });
  const seen = new Set();
  for (const { name } of [entry, ...reached]) addWithNeeds(name, seen);
  return [...seen];
}

function addWithNeeds(name, seen) {
  if (seen.has(name)) return;
  seen.add(name);
  for (const needed of chunks.get(name).needs) addWithNeeds(needed, seen);
}

/** The hot chunks together. The other chunks find them here, for every module must exist once: `instanceof` counts on it. */
async function writeMain() {
  const cold = [...chunks.values()].filter(({ name }) => !hot.includes(name));
  const shared = hot.filter((name) => cold.some(({ needs }) => needs.includes(name)));
  const contents = [
    ...shared.map((name) => `export * as hot${hot.indexOf(name)} from './${name}';`),
    `export { main } from './entry.cjs';`,
  ].join('\n');
  await write('main.cjs', contents, (plugin) => {
    plugin.onResolve({ filter: /^\.\// }, ({ path }) =>
      hot.includes(basename(path)) ? { path: basename(path), namespace: 'hot' } : { path, external: true },
    );
    plugin.onLoad({ filter: /.*/, namespace: 'hot' }, ({ path }) => ({ contents: chunks.get(path).code }));
    provideNode(plugin);
  });
}

/** Each module of Node is looked up once, for all who import from it; a seldom used one by the first use of a member. */
function provideNode(plugin) {
  plugin.onResolve({ filter: /^node:/, namespace: 'hot' }, ({ path }) => ({
    path,
    namespace: seldomUsed.includes(path) ? 'seldom' : 'node',
  }));
  const membersOf = (path) => [...new Set(hot.flatMap((name) => importedMembers(chunks.get(name).code, path)))];
  plugin.onLoad({ filter: /.*/, namespace: 'node' }, ({ path }) => {
    const members = membersOf(path).join(', ');
    return { contents: `const { ${members} } = process.getBuiltinModule('${path}'); export { ${members} };` };
  });
  plugin.onLoad({ filter: /.*/, namespace: 'seldom' }, ({ path }) => {
    const getters = membersOf(path).map((name) => `get ${name}() { return load().${name}; }`);
    return { contents: `const load = () => process.getBuiltinModule('${path}'); module.exports = { ${getters} };` };
  });
}

/** The names, not as they are called here. */
function importedMembers(code, module) {
  return [...code.matchAll(/^import \{([^}]*)\} from "([^"]+)";$/gm)]
    .filter(([, , from]) => from === module)
    .flatMap(([, names]) => names.split(',').map((one) => one.trim().split(' as ')[0]));
}

async function writeChunk(name, code) {
  await write(name, code, (plugin) => {
    plugin.onResolve({ filter: /^\.\// }, ({ path, namespace }) =>
      namespace !== 'hot' && hot.includes(basename(path))
        ? { path: basename(path), namespace: 'hot' }
        : { path, external: true },
    );
    plugin.onLoad({ filter: /.*/, namespace: 'hot' }, ({ path }) => ({
      contents: `module.exports = require('./main.cjs').hot${hot.indexOf(path)};`,
      resolveDir: out,
    }));
  });
}

/** CommonJS starts faster than ES modules do. Each file is the function that hcp.cjs calls, so that it need not wrap the text. */
async function write(name, contents, setup) {
  await build({
    ...commonJs,
    stdin: { contents, resolveDir: out, loader: 'js' },
    plugins: [{ name: 'chunks', setup }],
    banner: { js: '(function (exports, require, module, __filename, __dirname) {' },
    footer: { js: '})' },
    outfile: join(out, name),
  });
}

/** What the other files are is in this one: their code may be cached for as long as it stays the same. */
async function writeEntry() {
  const digest = createHash('sha256');
  for (const name of readdirSync(out).sort()) digest.update(name).update(readFileSync(join(out, name)));
  await build({
    ...commonJs,
    absWorkingDir: app,
    entryPoints: ['build/bin.js'],
    banner: { js: '#!/usr/bin/env node' },
    define: { HCP_BUILD: JSON.stringify(digest.digest('hex').slice(0, 16)) },
    outfile: join(out, 'hcp.cjs'),
  });
}
