import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorkFolders } from '../src/work-folders.js';
import { approvedCall } from './approved-call.js';
import { createWorkbench, newFolder, operatorUid } from './workbench.js';

function modeOf(path: string): number {
  return statSync(path).mode & 0o7777;
}

test('HOME is kept between calls and differs for another principal, tenant and pack', () => {
  const root = join(newFolder(), 'a', 'work');
  const open = (fields = {}): string => openWorkFolders({ root, uid: operatorUid }, approvedCall(fields)).home;
  const homes = [open(), open({ principalId: 'bob' }), open({ tenant: 'other' }), open({ packId: 'transit' })];
  expect(new Set(homes).size).toBe(4);
  expect(open()).toBe(homes[0]);
  expect(open({ tenant: 'ac', principalId: 'meada' })).not.toBe(homes[0]);
  for (const home of homes) expect(modeOf(home)).toBe(0o700);
  expect(modeOf(root)).toBe(0o700);
});

test('a root below a folder that takes no others refuses the call at once', () => {
  expect(() => openWorkFolders({ root: '/proc/home/work', uid: operatorUid }, approvedCall())).toThrow('/proc/home');
});

test('a looser mode is tightened', () => {
  const root = newFolder();
  const call = approvedCall();
  const { home } = openWorkFolders({ root, uid: operatorUid }, call);
  chmodSync(home, 0o755);
  openWorkFolders({ root, uid: operatorUid }, approvedCall());
  expect(modeOf(home)).toBe(0o700);
});

test('what one call leaves in HOME the next finds, what it leaves in TMPDIR is gone', async () => {
  const { run, workRoot } = createWorkbench();
  const script =
    'cat "$HOME/kept" 2>/dev/null; echo kept >"$HOME/kept"; mkdir "$TMPDIR/x"; touch "$TMPDIR/x/y"; chmod 0 "$TMPDIR/x"; ls "$TMPDIR"';
  expect(await run('/bin/sh', ['-c', script])).toMatchObject({ exitCode: 0, stdout: 'x\n' });
  expect(await run('/bin/sh', ['-c', script])).toMatchObject({ exitCode: 0, stdout: 'kept\nx\n' });
  expect(readdirSync(join(workRoot, '.tmp'))).toEqual([]);
});

test('an untouched TMPDIR is put aside and found empty by the next call under its own name', async () => {
  const { run, workRoot } = createWorkbench();
  const first = approvedCall();
  await run('./exit-with.sh', ['0'], { call: first });
  expect(existsSync(join(workRoot, '.tmp', first.callId))).toBe(false);
  const [spare = ''] = readdirSync(join(workRoot, '.tmp'));
  expect(spare).toMatch(/^\.spare\.ledger\.[0-9a-f]{32}$/);
  writeFileSync(join(workRoot, '.tmp', spare, 'planted'), '');
  const second = approvedCall();
  expect(await run('/bin/sh', ['-c', 'echo "$TMPDIR"; ls -A "$TMPDIR"'], { call: second })).toMatchObject({
    stdout: `${join(workRoot, '.tmp', second.callId)}\n`,
  });
});

test('calls at once leave as many spares, and the next ones take them', async () => {
  const { run, workRoot } = createWorkbench();
  const together = async (count: number): Promise<unknown> =>
    Promise.all(Array.from({ length: count }, async () => run('/bin/sleep', ['0.2'])));
  await together(3);
  const spares = readdirSync(join(workRoot, '.tmp'), { withFileTypes: true });
  const names = spares.map(({ name }) => name).sort();
  expect(names.map((name) => name.replace(names[0] ?? '', ''))).toEqual(['', '-1', '-2']);
  const inodes = (): bigint[] => names.map((name) => statSync(join(workRoot, '.tmp', name), { bigint: true }).ino);
  const before = inodes();
  await together(3);
  expect(new Set(inodes())).toEqual(new Set(before));
  await together(20);
  expect(readdirSync(join(workRoot, '.tmp'))).toHaveLength(16);
});

test('a spare goes to calls that share its HOME, and to no other', async () => {
  const { run, workRoot } = createWorkbench();
  const inode = ['-c', 'stat -c %i "$TMPDIR"'];
  const by = async (call: Parameters<typeof approvedCall>[0]): Promise<string> => {
    const outcome = await run('/bin/sh', inode, { call: approvedCall(call) });
    return outcome.end === 'exited' ? outcome.stdout : outcome.error;
  };
  const first = await by({ principalId: 'ada' });
  expect(await by({ principalId: 'bob' })).not.toBe(first);
  expect(await by({ packId: 'other', principalId: 'ada' })).not.toBe(first);
  expect(await by({ principalId: 'ada' })).toBe(first);
  expect(readdirSync(join(workRoot, '.tmp'))).toHaveLength(3);
});

test('a symlink put in the place of the reserve is not followed', async () => {
  const { run, workRoot } = createWorkbench();
  await run('./exit-with.sh', ['0']);
  const elsewhere = newFolder();
  writeFileSync(join(elsewhere, 'precious'), '');
  const [spare = ''] = readdirSync(join(workRoot, '.tmp'));
  rmSync(join(workRoot, '.tmp', spare), { recursive: true });
  symlinkSync(elsewhere, join(workRoot, '.tmp', spare));
  await run('/bin/sh', ['-c', 'touch "$TMPDIR/mine"']);
  expect(readdirSync(elsewhere)).toEqual(['precious']);
});

test('a TMPDIR that a program replaced by a symlink is removed, and what it points to is not', async () => {
  const elsewhere = newFolder();
  writeFileSync(join(elsewhere, 'precious'), 'x');
  const { run, workRoot } = createWorkbench();
  await run('/bin/sh', ['-c', 'rmdir "$TMPDIR" && ln -s "$0" "$TMPDIR"', elsewhere]);
  expect(readFileSync(join(elsewhere, 'precious'), 'utf8')).toBe('x');
  expect(readdirSync(join(workRoot, '.tmp'))).toEqual([]);
});

test.each(['ledger', '.tmp', 'home'])('a symlink in the place of %s refuses the call', async (level) => {
  const { run, workRoot } = createWorkbench();
  await run('./exit-with.sh', ['0']);
  const pack = join(workRoot, 'ledger');
  const path = level === 'home' ? join(pack, readdirSync(pack)[0] ?? '') : join(workRoot, level);
  rmSync(path, { recursive: true });
  symlinkSync(newFolder(), path);
  expect(await run('./exit-with.sh', ['0'])).toEqual({
    end: 'refused',
    error: `sandbox: work folder ${path} is a symlink; remove it`,
  });
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
});

test('a file in the place of a folder, a foreign owner and a call id used twice refuse the call', async () => {
  const blocked = createWorkbench();
  writeFileSync(blocked.workRoot, '');
  expect(await blocked.run('./exit-with.sh', ['0'])).toMatchObject({
    error: `sandbox: work folder ${blocked.workRoot} is not a folder; remove it`,
  });

  const foreign = createWorkbench({ hostUid: operatorUid + 1 });
  mkdirSync(foreign.workRoot);
  expect(await foreign.run('./exit-with.sh', ['0'])).toMatchObject({
    error: `sandbox: work folder ${foreign.workRoot} belongs to user ${operatorUid}, not to user ${operatorUid + 1}; remove it`,
  });

  const twice = createWorkbench();
  const call = approvedCall();
  openWorkFolders({ root: twice.workRoot, uid: operatorUid }, call);
  expect(await twice.run('./exit-with.sh', ['0'], { call })).toHaveProperty(
    'error',
    expect.stringContaining('a call id is used once'),
  );
});
