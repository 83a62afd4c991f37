// A temporary HCP_HOME with the trivial pack installed and activated through the command itself.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeTrivialPack } from './trivial-binary.mjs';

const root = dirname(import.meta.dirname);

export const hcp = join(root, 'node_modules', '.bin', 'hcp');

export function preparedHome() {
  const folder = mkdtempSync(join(tmpdir(), 'hcp-bench-'));
  const home = join(folder, 'home');
  const env = { HCP_HOME: home, PATH: process.env.PATH, HOME: folder };
  writeTrivialPack(join(folder, 'trivial'));
  for (const argv of [
    ['install', join(folder, 'trivial')],
    ['activate', 'trivial'],
  ]) {
    const result = spawnSync(hcp, argv, { env, encoding: 'utf8' });
    if (result.status !== 0) throw new Error(`hcp ${argv.join(' ')}: ${result.error?.message ?? result.stderr}`);
  }
  return { home, env, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
