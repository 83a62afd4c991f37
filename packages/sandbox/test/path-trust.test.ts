import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findGroupWarnings, isBelow, readPrimaryGroups } from '../src/path-trust.js';
import { walkPath } from '../src/walk-path.js';
import { newFolder, operatorUid } from './workbench.js';

test('a folder a group may write to is a warning unless it is the primary group of its owner', () => {
  const folder = join(newFolder(), 'shared');
  mkdirSync(folder);
  writeFileSync(join(folder, 'tool'), '');
  chmodSync(folder, 0o775);
  const { hops } = walkPath(join(folder, 'tool'));
  const gid = hops.at(-1)?.stat.gid ?? 0;
  const rule = { operatorUid, accepted: [] };
  expect(findGroupWarnings(hops, rule, new Map([[operatorUid, gid]]))).toEqual([]);
  const warnings = findGroupWarnings(hops, rule, new Map([[operatorUid, gid + 1]]));
  expect(warnings).toEqual([expect.stringContaining(`${folder} is writable by group ${gid}`)]);
  expect(warnings[0]).toContain(`chmod g-w ${folder}`);
  expect(findGroupWarnings(hops, { operatorUid, accepted: [folder] }, new Map([[operatorUid, gid + 1]]))).toEqual([]);
});

test('primary groups are read from a passwd file, and none are known where there is none', () => {
  const file = join(newFolder(), 'passwd');
  writeFileSync(file, 'root:x:0:0:root:/root:/bin/sh\nada:x:1000:100::/home/ada:/bin/sh\nbroken\n:::\n');
  expect([...readPrimaryGroups(file)]).toEqual([
    [0, 0],
    [1000, 100],
  ]);
  expect(readPrimaryGroups(join(file, 'gone')).size).toBe(0);
});

test('being below a folder is a matter of whole names', () => {
  expect(isBelow('/a/b', '/a')).toBe(true);
  expect(isBelow('/a', '/a')).toBe(true);
  expect(isBelow('/ab', '/a')).toBe(false);
  expect(isBelow('/a', '/')).toBe(true);
});
