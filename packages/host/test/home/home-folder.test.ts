import { chmodSync, chownSync, lchownSync, mkdirSync, statSync, symlinkSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openHomeFolder, type HomeFolder } from '../../src/home/home-folder.js';
import { homeLayout } from '../../src/home/home-layout.js';
import { mayChangeOwner, temporaryFolder, temporaryHome } from '../temporary-home.js';

const open = (root: string): { readonly home: HomeFolder; readonly warnings: string[] } => {
  const warnings: string[] = [];
  return { home: openHomeFolder(homeLayout(root), (message) => warnings.push(message)), warnings };
};
const mode = (path: string): number => statSync(path).mode & 0o7777;

test('Opening and checking a home makes nothing', () => {
  const root = temporaryHome();
  const { home } = open(root);
  expect(home.check()).toBe(false);
  expect(existsSync(root)).toBe(false);
});

test('A relative home is a mistake of the caller', () => {
  expect(() => homeLayout('state')).toThrow(TypeError);
});

test('The first write makes the home and the folder inside it 0700, whatever the umask is', () => {
  const root = join(temporaryHome(), 'deeper');
  const { home, warnings } = open(root);
  const umask = process.umask(0);
  try {
    home.prepare(home.layout.cliSessions);
  } finally {
    process.umask(umask);
  }
  expect([root, home.layout.sessions, home.layout.cliSessions].map(mode)).toEqual([0o700, 0o700, 0o700]);
  expect(warnings).toEqual([]);
  expect(home.check(home.layout.cliSessions)).toBe(true);
});

test.each([0o755, 0o770, 0o707])(
  'A home of mode %o is made 0700 by whatever uses it first, with a warning',
  (loose) => {
    const root = temporaryHome();
    mkdirSync(root);
    chmodSync(root, loose);
    const { home, warnings } = open(root);
    expect(home.check()).toBe(true);
    expect(mode(root)).toBe(0o700);
    expect(warnings).toEqual([expect.stringContaining(root)]);
    expect(warnings[0]).toContain(loose.toString(8));
    home.prepare();
    expect(mode(root)).toBe(0o700);
    expect(warnings).toHaveLength(1);
  },
);

test('A home that is first written is made 0700 and the operator is told once', () => {
  const root = temporaryHome();
  mkdirSync(root);
  chmodSync(root, 0o755);
  const { home, warnings } = open(root);
  home.prepare();
  home.prepare();
  expect(home.check()).toBe(true);
  expect(mode(root)).toBe(0o700);
  expect(warnings).toEqual([`home: ${root} had mode 0755, open to other users; it is 0700 now.`]);
});

test('A looser folder inside the home is tightened as well', () => {
  const root = temporaryHome();
  mkdirSync(join(root, 'sessions'), { recursive: true, mode: 0o700 });
  chmodSync(join(root, 'sessions'), 0o777);
  const { home, warnings } = open(root);
  home.prepare(home.layout.cliSessions);
  expect(mode(join(root, 'sessions'))).toBe(0o700);
  expect(warnings).toHaveLength(1);
});

const looseFolder = (loose: number, content: readonly string[]): string => {
  const root = temporaryHome();
  mkdirSync(root);
  content.forEach((name) => writeFileSync(join(root, name), ''));
  chmodSync(root, loose);
  return root;
};

test.each<[string, number, readonly string[]]>([
  ['everyone shares', 0o1777, []],
  ['everyone shares, also one with a file named as ours', 0o1777, ['config.json']],
  ['holds only what is not of a runtime', 0o755, ['passwd', 'hosts']],
])('A folder that %s is refused as a home and keeps its mode', (_, loose, content) => {
  const root = looseFolder(loose, content);
  const { home, warnings } = open(root);
  expect(() => home.check()).toThrow(`Set HCP_HOME to a folder of its own, such as ${join(root, '.hcp')}`);
  expect(() => home.prepare()).toThrow(root);
  expect(mode(root)).toBe(loose);
  expect(warnings).toEqual([]);
});

test.each<[string, number, readonly string[]]>([
  ['holds a hand-written config.json', 0o755, ['config.json', 'README']],
  ['is private already', 0o700, ['notes']],
])('A folder that %s is taken as a home', (_, loose, content) => {
  const root = looseFolder(loose, content);
  const { home } = open(root);
  home.prepare();
  expect(mode(root)).toBe(0o700);
});

test.each(['/proc/home', '/proc/one/two', '/sys/home', '/dev/null/home'])(
  'A home at %s is refused at once, naming the folder',
  (root) => {
    expect(() => open(root).home.prepare()).toThrow(root);
  },
);

test('A home that is a file is refused', () => {
  const root = temporaryHome();
  writeFileSync(root, 'not a folder');
  expect(() => open(root).home.check()).toThrow(/must be a folder/);
  expect(() => open(root).home.prepare()).toThrow(/must be a folder/);
});

test('A home that is a symlink is refused, also one that leads nowhere', () => {
  const root = temporaryHome();
  symlinkSync(temporaryFolder(), root);
  expect(() => open(root).home.check()).toThrow(/symlink/);
  expect(() => open(`${root}/`).home.check()).toThrow(/symlink/);
  expect(() => open(`${root}/.`).home.prepare()).toThrow(/symlink/);
  const dangling = temporaryHome();
  symlinkSync('/nowhere', dangling);
  expect(() => open(dangling).home.prepare()).toThrow(/symlink/);
});

test('A symlinked folder inside the home is refused', () => {
  const root = temporaryHome();
  mkdirSync(root, { mode: 0o700 });
  symlinkSync(temporaryFolder(), join(root, 'sessions'));
  const { home } = open(root);
  expect(() => home.check(home.layout.cliSessions)).toThrow(/symlink/);
  expect(() => home.prepare(home.layout.cliSessions)).toThrow(/symlink/);
});

test('A symlink above the home that the operator made is the layout of the machine', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'real'));
  symlinkSync('real', join(folder, 'link'));
  const { home } = open(join(folder, 'link', 'home'));
  home.prepare();
  expect(existsSync(join(folder, 'real', 'home'))).toBe(true);
});

test('Symlinks above the home that lead in a circle are refused', () => {
  const folder = temporaryFolder();
  symlinkSync('two', join(folder, 'one'));
  symlinkSync('one', join(folder, 'two'));
  expect(() => open(join(folder, 'one', 'home')).home.prepare()).toThrow(/symlinks/);
});

test('A home of another user is refused and keeps its mode', (context) => {
  context.skip(!mayChangeOwner, 'only root can give a folder away');
  const root = temporaryHome();
  mkdirSync(root, { mode: 0o755 });
  chownSync(root, 4711, 4711);
  expect(() => open(root).home.check()).toThrow(/belongs to user 4711/);
  expect(() => open(root).home.prepare()).toThrow(/belongs to user 4711/);
  expect(mode(root)).toBe(0o755);
});

test('A symlink above the home that another user made is refused, also behind one of the operator', (context) => {
  context.skip(!mayChangeOwner, 'only root can give a symlink away');
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'real'));
  symlinkSync('real', join(folder, 'theirs'));
  lchownSync(join(folder, 'theirs'), 4711, 4711);
  symlinkSync('theirs', join(folder, 'ours'));
  expect(() => open(join(folder, 'theirs', 'home')).home.check()).toThrow(/user 4711/);
  expect(() => open(join(folder, 'ours', 'home')).home.prepare()).toThrow(/user 4711/);
});
