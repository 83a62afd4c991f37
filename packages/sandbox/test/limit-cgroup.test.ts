import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCallGroups, removeDeadGroups } from '../src/call-groups.js';
import { groupPlaces } from '../src/group-places.js';
import { DEFAULT_LIMITS } from '../src/jail-settings.js';
import { findGroupPlaces } from '../src/limit-cgroup.js';
import { jails } from './jail-support.js';
import { newFolder } from './workbench.js';

interface Mounted {
  readonly type: 'cgroup' | 'cgroup2';
  readonly root?: string;
  readonly path: string;
  readonly options: string;
}

const mountOf = ({ type, root = '/', path, options }: Mounted): string =>
  `30 29 0:26 ${root} ${path} rw,relatime - ${type} ${type} rw,${options}`;

function tree(passed: string): { root: string; unit: string } {
  const root = newFolder();
  const unit = join(root, 'system.slice', 'hcpd.service');
  mkdirSync(join(unit, 'main'), { recursive: true });
  writeFileSync(join(unit, 'cgroup.procs'), '');
  writeFileSync(join(unit, 'cgroup.subtree_control'), passed);
  return { root, unit };
}

test('version 2 is used where the group above is handed over and passes the controllers on', () => {
  const { root, unit } = tree('memory pids\n');
  const own = '0::/system.slice/hcpd.service/main\n';
  expect(
    findGroupPlaces({ own, mounts: mountOf({ type: 'cgroup2', root: '/', path: root, options: 'nsdelegate' }) }),
  ).toEqual([{ version: 2, folder: unit, limits: ['processes', 'memory'] }]);
});

test('version 2 is left alone where nothing is passed on, or the group above is no unit', () => {
  const { root } = tree('\n');
  const mounts = mountOf({ type: 'cgroup2', root: '/', path: root, options: 'nsdelegate' });
  expect(findGroupPlaces({ own: '0::/system.slice/hcpd.service/main\n', mounts })).toEqual([]);
  if (process.geteuid?.() === 0)
    expect(findGroupPlaces({ own: '0::/system.slice/hcpd.service\n', mounts })).toEqual([]);
  expect(findGroupPlaces({ own: '0::/\n', mounts })).toEqual([]);
});

test('version 1 is used for what version 2 does not hold, in this process’s own group', () => {
  const pids = newFolder();
  const memory = newFolder();
  mkdirSync(join(memory, 'own'));
  const mounts = [
    mountOf({ type: 'cgroup', root: '/', path: pids, options: 'pids' }),
    mountOf({ type: 'cgroup', root: '/docker/1', path: memory, options: 'memory' }),
    mountOf({ type: 'cgroup2', root: '/', path: newFolder(), options: 'nsdelegate' }),
  ].join('\n');
  expect(findGroupPlaces({ own: '8:pids:/\n4:memory:/docker/1/own\n0::/\n', mounts })).toEqual([
    { version: 1, folder: `${pids}/`, limits: ['processes'] },
    { version: 1, folder: join(memory, 'own'), limits: ['memory'] },
  ]);
  expect(findGroupPlaces({ own: '', mounts: '' })).toEqual([]);
});

const places = jails ? await groupPlaces() : [];
if (places.length === 0) console.log('skipped: no control group can be made on this machine');

test.runIf(places.length > 0)('what a host that died has left is removed with what runs in it', async () => {
  const sleeper = spawn('/bin/sleep', ['60']);
  const ended = once(sleeper, 'exit');
  const groups = openCallGroups(places, { callId: 'left-behind', limits: DEFAULT_LIMITS, helpers: 0 });
  await groups.enter(sleeper.pid ?? 0);
  expect(await removeDeadGroups(places)).toBe(0);
  expect(sleeper.exitCode).toBeNull();
  // As if the process that made them were another, and gone.
  const dead = places.map(({ folder }) => join(folder, 'hcp-1-1-left-behind'));
  for (const [index, { folder }] of places.entries()) {
    const name = readdirSync(folder).find((entry) => entry.endsWith('-left-behind'));
    renameSync(join(folder, name ?? ''), dead[index] ?? '');
  }
  expect(await removeDeadGroups(places)).toBe(places.length);
  await ended;
  expect(sleeper.signalCode).toBe('SIGKILL');
  expect(dead.filter((path) => existsSync(path))).toEqual([]);
});
