import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ETC_MOUNT_POINTS } from './jail-system.js';

/** The only files of `/etc` a program sees (profile P9): none of them holds a secret. */
const FILES = [
  ...['passwd', 'group', 'nsswitch.conf', 'hosts', 'host.conf', 'gai.conf', 'services', 'protocols', 'os-release'],
  ...['ld.so.cache', 'ld.so.conf', 'mime.types', 'magic', 'ssl/openssl.cnf', 'pki/tls/openssl.cnf'],
];
function describe(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? `${path} -` : `${path} ${stat.ino} ${stat.size} ${stat.mtimeMs}`;
}

function copyInto(folder: string): void {
  for (const name of FILES) {
    const source = `/etc/${name}`;
    if (!existsSync(source)) continue;
    const target = join(folder, name);
    mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
    copyFileSync(source, target);
    chmodSync(target, 0o444);
  }
  const below = (path: string): string => join(folder, path.slice('/etc'.length));
  for (const path of ETC_MOUNT_POINTS.folders) mkdirSync(below(path), { recursive: true, mode: 0o755 });
  for (const path of ETC_MOUNT_POINTS.files) writeFileSync(below(path), '', { mode: 0o444 });
}

/** Milliseconds after which a copy that is out of date is of no running call any more. */
const FORGOTTEN_MS = 24 * 60 * 60 * 1000;

function forgetOld(parent: string, current: string): void {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (path !== current && stat !== undefined && Date.now() - stat.mtimeMs > FORGOTTEN_MS) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

/**
 * A folder below the work root that stands for `/etc` inside: copies of the named files, made again when one of them
 * has changed. One mount costs a fraction of what one for each file does. Answers its path. Errors: what the system says.
 */
export function prepareEtc(workRoot: string, sha256Hex: (text: string) => string): string {
  const state = FILES.map((name) => describe(`/etc/${name}`)).join('\n');
  const parent = join(workRoot, '.jail');
  const folder = join(parent, `etc-${sha256Hex(state).slice(0, 32)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const building = mkdtempSync(join(parent, 'new-'));
  chmodSync(building, 0o755);
  copyInto(building);
  try {
    renameSync(building, folder);
  } catch (error) {
    rmSync(building, { recursive: true, force: true });
    // Another process made the same one meanwhile.
    if (!existsSync(folder)) throw error;
  }
  forgetOld(parent, folder);
  return folder;
}
