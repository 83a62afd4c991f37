// GitHub's own OpenAPI document, from a folder of packages that is heavy (464 MB) and therefore outside the workspace.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
export const packagesFolder = join(folder, 'node_modules');
export const documentFile = join(packagesFolder, '@octokit', 'openapi', 'generated', 'api.github.com.json');

/** Installs the packages by their own lockfile where they are not there yet. */
export function installPackages() {
  if (existsSync(join(packagesFolder, '.package-lock.json'))) return;
  process.stdout.write('installing the packages of scale/ (464 MB) …\n');
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm ci in ${folder} ended with status ${status}; look at what it printed above`);
}

/** The document, every server in it replaced by one on this machine. */
export function documentAt(origin) {
  return JSON.stringify(JSON.parse(readFileSync(documentFile, 'utf8')), (key, value) =>
    key === 'servers' && Array.isArray(value) ? [{ url: origin }] : value,
  );
}
