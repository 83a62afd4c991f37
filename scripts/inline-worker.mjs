// An esbuild plugin: the program of a worker thread, which a package keeps in a file of its own, becomes a text in the bundle.
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

/** For `@hcp/adapter-composite`: what `worker-entry.js` exports stands for `main.js` beside it. */
export function inlineWorker() {
  return {
    name: 'inline worker',
    setup: (plugin) =>
      plugin.onLoad({ filter: /adapter-composite\/dist\/worker\/worker-entry\.js$/ }, async ({ path }) => {
        const { outputFiles } = await build({
          entryPoints: [join(dirname(path), 'main.js')],
          bundle: true,
          platform: 'node',
          target: 'node22.18',
          format: 'cjs',
          minifyWhitespace: true,
          minifySyntax: true,
          legalComments: 'none',
          write: false,
        });
        const source = JSON.stringify(outputFiles[0].text);
        return { contents: `export const workerEntry = { source: ${source}, eval: true };`, loader: 'js' };
      }),
  };
}
