import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Copies what programs are built from, so that every fault meets the same sources, whatever is edited meanwhile. */
export function copySources(target) {
  for (const group of ['packages', 'apps']) {
    for (const name of readdirSync(join(repository, group))) {
      const [from, to] = [join(repository, group, name), join(target, group, name)];
      if (!existsSync(join(from, 'package.json'))) continue;
      mkdirSync(to, { recursive: true });
      for (const part of ['package.json', 'src', 'schemas']) {
        if (existsSync(join(from, part))) cpSync(join(from, part), join(to, part), { recursive: true });
      }
      if (existsSync(join(from, 'node_modules'))) symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'));
    }
  }
  return target;
}
