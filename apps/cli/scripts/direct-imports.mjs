// An esbuild plugin: what is imported from a package of this workspace is imported from the file that defines it.
// esbuild takes everything an index names to be needed wherever one name of it is, and would put it all on the hot path.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const importStatement = /^import \{([^}]*)\} from '@hcp\/([a-z-]+)';$/gm;
const exportStatement = /^export \{([^}]*)\} from '([^']+)';$/gm;

/** `packages` is the folder of all packages. Each index re-exports by name and nothing else: a house rule. */
export function directImports(packages) {
  const indexes = new Map();
  const sourceOf = (name, member) => {
    const index = indexes.get(name) ?? readIndex(join(packages, name, 'dist', 'index.js'));
    indexes.set(name, index);
    const source = index.get(member);
    if (source === undefined) throw new Error(`@hcp/${name} exports no ${member}`);
    return JSON.stringify(source);
  };
  return {
    name: 'direct imports',
    setup: (plugin) =>
      plugin.onLoad({ filter: /\/(packages|apps)\/[^/]+\/(dist|build)\/.*\.js$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        const direct = (_, names, name) =>
          namesIn(names)
            .map(([member, local]) => `import { ${member} as ${local} } from ${sourceOf(name, member)};`)
            .join('\n');
        return { contents: text.replace(importStatement, direct), resolveDir: dirname(path), loader: 'js' };
      }),
  };
}

function readIndex(file) {
  const statements = readFileSync(file, 'utf8').matchAll(exportStatement);
  return new Map(
    [...statements].flatMap(([, names, from]) =>
      namesIn(names).map(([, exported]) => [exported, join(dirname(file), from)]),
    ),
  );
}

/** `a, b as c` to `[['a', 'a'], ['b', 'c']]`. */
function namesIn(list) {
  return list
    .split(',')
    .map((one) => one.trim().split(/\s+as\s+/))
    .filter(([name]) => name !== '')
    .map(([name, as = name]) => [name, as]);
}
