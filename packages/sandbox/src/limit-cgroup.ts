import { accessSync, constants, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A folder of a control group file system in which groups for calls can be made. */
export interface GroupPlace {
  readonly version: 1 | 2;
  readonly folder: string;
  /** Which limits a group made there can hold. */
  readonly limits: readonly GroupLimit[];
}

export type GroupLimit = 'processes' | 'memory';

/** What the system says of this process's own groups; texts of `/proc/self/cgroup` and `/proc/self/mountinfo`. */
export interface GroupTexts {
  readonly own: string;
  readonly mounts: string;
}

interface GroupMount {
  readonly version: 1 | 2;
  readonly root: string;
  readonly path: string;
  readonly controllers: readonly string[];
}

const CONTROLLER: Readonly<Record<GroupLimit, string>> = { processes: 'pids', memory: 'memory' };

/** proc(5): the optional fields end with a dash; root and mount point stand before it, type and options after. */
function parseMount(line: string): GroupMount | undefined {
  const [before = '', after = ''] = line.split(' - ');
  const [type, , options = ''] = after.split(' ');
  const [, , , root = '', path = ''] = before.split(' ');
  if (type !== 'cgroup' && type !== 'cgroup2') return undefined;
  return { version: type === 'cgroup' ? 1 : 2, root, path, controllers: options.split(',') };
}

function ownPath(own: string, controller: string): string | undefined {
  for (const line of own.split('\n')) {
    const [, controllers = '', path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (path !== undefined && controllers.split(',').includes(controller)) return path;
  }
  return undefined;
}

/** Where a group of the hierarchy is mounted; a container's own may be below the root of what is mounted. */
function folderOf(mount: GroupMount, path: string): string {
  const below = path === mount.root || path.startsWith(`${mount.root}/`) ? path.slice(mount.root.length) : path;
  return join(mount.path, mount.root === '/' ? path : below);
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function words(path: string): readonly string[] {
  try {
    return readFileSync(path, 'latin1').trim().split(/\s+/);
  } catch {
    return [];
  }
}

/** The unit that a service manager handed over, or whatever lies above where nobody manages services. */
function isHandedOver(folder: string, mount: GroupMount): boolean {
  return /\.(?:service|scope)$/.test(basename(folder)) || folder === mount.path || process.geteuid?.() !== 0;
}

/**
 * Delegated version 2: the group above this process's own may be written to and passes the controllers on. The own one
 * cannot, as it holds a process.
 */
function delegated(texts: GroupTexts, mounts: readonly GroupMount[]): GroupPlace | undefined {
  const mount = mounts.find(({ version }) => version === 2);
  const path = ownPath(texts.own, '');
  if (mount === undefined || path === undefined || path === '/') return undefined;
  const folder = dirname(folderOf(mount, path));
  if (!isHandedOver(folder, mount) || !mayWrite(folder) || !mayWrite(join(folder, 'cgroup.procs'))) return undefined;
  const passed = words(join(folder, 'cgroup.subtree_control'));
  const limits = (['processes', 'memory'] as const).filter((limit) => passed.includes(CONTROLLER[limit]));
  return limits.length === 0 ? undefined : { version: 2, folder, limits };
}

function versionOne(limit: GroupLimit, texts: GroupTexts, mounts: readonly GroupMount[]): GroupPlace | undefined {
  const controller = CONTROLLER[limit];
  const mount = mounts.find(({ version, controllers }) => version === 1 && controllers.includes(controller));
  const path = ownPath(texts.own, controller);
  if (mount === undefined || path === undefined) return undefined;
  const folder = folderOf(mount, path);
  return mayWrite(folder) ? { version: 1, folder, limits: [limit] } : undefined;
}

/**
 * Where control groups for calls can be made on this machine (profile P9): version 2 where delegated, else for each
 * limit version 1 where it may be written to. Makes nothing.
 */
export function findGroupPlaces(texts: GroupTexts): GroupPlace[] {
  const mounts = texts.mounts
    .split('\n')
    .map(parseMount)
    .filter((mount) => mount !== undefined);
  const second = delegated(texts, mounts);
  const rest = (['processes', 'memory'] as const).filter((limit) => second?.limits.includes(limit) !== true);
  const first = rest.map((limit) => versionOne(limit, texts, mounts)).filter((place) => place !== undefined);
  return second === undefined ? first : [second, ...first];
}

/** As {@link findGroupPlaces}, for this process as it is now. */
export function ownGroupPlaces(): GroupPlace[] {
  try {
    const own = readFileSync('/proc/self/cgroup', 'latin1');
    return findGroupPlaces({ own, mounts: readFileSync('/proc/self/mountinfo', 'latin1') });
  } catch {
    return [];
  }
}
