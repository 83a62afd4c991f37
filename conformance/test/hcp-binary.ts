import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const built = [join(root, 'node_modules', '.bin', 'hcp'), join(root, 'apps', 'cli', 'dist', 'hcp.cjs')];

/** The built `hcp` of this repository. */
export function hcpBinary(): string {
  const found = built.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`hcp is not built; looked for ${built.join(' and ')}`);
  return found;
}
