// Removes from the current package's dist what no source makes any more, so that nothing stale is published.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
  const source = name.replace(/\.(?:d\.ts|js)(?:\.map)?$/, '.ts');
  if (source !== name && !existsSync(join('src', source))) rmSync(join('dist', name));
}
