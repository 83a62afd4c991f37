// An esbuild plugin: the program of a worker thread, which a package keeps in a file of its own, becomes a text in the bundle.
import { dirname, extname, join } from 'node:path';
import { build } from 'esbuild';

/** For `@hcp/adapter-composite`: what `worker-entry` exports stands for the `main` beside it, built or not. */
export function inlineWorker() {
  return {
    name: 'inline worker',
    setup: (plugin) =>
      plugin.onLoad({ filter: /adapter-composite\/(dist|src)\/worker\/worker-entry\.[jt]s$/ }, async ({ path }) => {
        const { outputFiles } = await build({
          entryPoints: [join(dirname(path), `main${extname(path)}`)],
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
