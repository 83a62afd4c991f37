import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** The built `hcp` of this repository. */
export function hcpBinary(): string {
  return builtOf('hcp', join(root, 'apps', 'cli', 'dist', 'hcp.cjs'));
}

/** The built `hcpd` of this repository. */
export function hcpdBinary(): string {
  return builtOf('hcpd', join(root, 'apps', 'daemon', 'dist', 'hcpd.cjs'));
}

function builtOf(name: string, bundle: string): string {
  if (!existsSync(bundle)) throw new Error(`${name} is not built; looked for ${bundle}`);
  return bundle;
}
