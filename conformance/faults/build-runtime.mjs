// Bundles `hcp` or `hcpd` from a copy of the sources, with one text of one file replaced on the way.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { inlineWorker } from '../../scripts/inline-worker.mjs';

const apps = { hcp: 'apps/cli', hcpd: 'apps/daemon' };

/**
 * Writes one program to `outfile` and answers whether the patched file is a part of it. A patch names a source file by
 * its path in the repository, a text that stands in it exactly once, and what stands there instead.
 */
export async function buildRuntime({ program, sources, outfile, patch }) {
  const app = join(sources, apps[program]);
  const { version } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'));
  const patched = { reached: false };
  await build({
    stdin: {
      contents: `import { main } from ${JSON.stringify(join(app, 'src/main.ts'))}; void main(process.argv.slice(2));`,
      resolveDir: app,
    },
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node22.18',
    format: 'cjs',
    define: {
      HCP_VERSION: JSON.stringify(version),
      HCPD_VERSION: JSON.stringify(version),
      'import.meta.url': 'process.mainModule.filename',
    },
    logLevel: 'error',
    plugins: [inlineWorker(), fromSources(sources, patch, patched)],
  });
  return patched.reached;
}

/** Packages of the repository are taken from `src/`, where the patch is made, and not as they were built. */
function fromSources(sources, patch, patched) {
  return {
    name: 'sources',
    setup: (plugin) => {
      plugin.onResolve({ filter: /^@hcp\// }, ({ path }) => ({ path: join(sources, 'packages', sourceOf(path)) }));
      plugin.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (patch === undefined || path !== join(sources, patch.file)) return undefined;
        patched.reached = true;
        return { contents: applyPatch(readFileSync(path, 'utf8'), patch), loader: 'ts' };
      });
    },
  };
}

/** `@hcp/manifest/args-schema` is `manifest/src/args-schema.ts`. */
function sourceOf(specifier) {
  const [, name, ...rest] = specifier.split('/');
  if (rest.length === 0) return join(name, 'src', 'index.ts');
  return specifier.endsWith('.json') ? join(name, ...rest) : join(name, 'src', `${rest.join('/')}.ts`);
}

function applyPatch(text, { id, file, find, replace }) {
  const times = text.split(find).length - 1;
  if (times !== 1) throw new Error(`fault ${id}: its text stands ${times} times in ${file}; mend faults.json`);
  return text.replace(find, () => replace);
}
