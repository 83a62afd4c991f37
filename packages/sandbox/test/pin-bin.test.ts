import {
  chmodSync,
  chownSync,
  copyFileSync,
  lchownSync,
  mkdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pinBin, type PinRequest, type PinResult } from '../src/index.js';
import { createWorkbench, newFolder, operatorUid, pinAnywhere, searchPath, writeProgram } from './workbench.js';

const SH = '#!/bin/sh\nexit 0\n';

function pin(written: string, more: Partial<PinRequest> = {}): Promise<PinResult> {
  return pinBin({ written, packRoot: '/', searchPath, acceptPaths: [], operatorUid, allowed: true, ...more });
}

async function refusal(attempt: Promise<unknown>): Promise<{ code: string; message: string }> {
  return attempt.then(
    () => ({ code: 'none', message: '' }),
    (error: unknown) => error as { code: string; message: string },
  );
}

describe('wrap.bin is found', () => {
  test('against the pack root when it begins with a dot, also outside of it', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'packs', 'ledger'), { recursive: true });
    const path = writeProgram(join(folder, 'tool.sh'), SH);
    const { pin: found } = await pin('../../tool.sh', { packRoot: join(folder, 'packs', 'ledger') });
    expect(found).toMatchObject({
      written: '../../tool.sh',
      allowed: true,
      file: { path, by: 'content' },
      accepted_paths: [],
    });
    expect(found.file.sha256).toBe(createHash('sha256').update(SH).digest('hex'));
    expect(found.file.size).toBe(String(SH.length));
  });

  test('by name on the search path, where entries that are empty or relative do not count', async () => {
    const folder = newFolder();
    const path = writeProgram(join(folder, 'tool'), SH);
    expect((await pin('tool', { searchPath: `:relative:${folder}` })).pin.file.path).toBe(path);
    const cwd = process.cwd();
    process.chdir(folder);
    try {
      expect(await refusal(pin('tool', { searchPath: ':.:./:' }))).toMatchObject({
        code: 'bin_not_found',
        message: expect.stringContaining('not on the search path') as string,
      });
    } finally {
      process.chdir(cwd);
    }
  });

  test('by name past a folder, a file that is no program, and what cannot be looked into', async () => {
    const folder = newFolder();
    for (const name of ['a', 'b', 'c']) mkdirSync(join(folder, name));
    mkdirSync(join(folder, 'a', 'tool'));
    writeProgram(join(folder, 'b', 'tool'), SH, 0o644);
    const path = writeProgram(join(folder, 'c', 'tool'), SH);
    expect(
      (await pin('tool', { searchPath: `${folder}/a:${folder}/b:${folder}/none:${folder}/c` })).pin.file.path,
    ).toBe(path);
  });

  test('at the end of its symlinks, while the program sees the name it was found by', async () => {
    const folder = newFolder();
    const link = join(folder, 'link');
    symlinkSync('/bin/cat', link);
    const { pin: found } = await pin(link);
    expect(found.file).toMatchObject({ path: realpathSync('/bin/cat'), by: 'system' });
    expect(found.argv0).toBe(link);
    const outcome = await createWorkbench().run(link, ['/proc/self/cmdline']);
    expect(outcome).toMatchObject({ stdout: `${link}\0/proc/self/cmdline\0` });
  });

  test.each(['bin/tool', 'a/../b', '', 'a\0b'])('not when it is %j', async (written) => {
    expect(await refusal(pin(written))).toMatchObject({ code: 'bin_path_form' });
  });

  test.each(['./gone', '/gone/too', 'no-such-program-at-all', '/etc/passwd/x'])(
    'not when nothing is at %s',
    async (written) => {
      const { code, message } = await refusal(pin(written, { packRoot: newFolder() }));
      expect(code).toBe('bin_not_found');
      expect(message).toContain(`wrap.bin "${written}"`);
    },
  );
});

describe('a file is refused as a bin', () => {
  test.each([
    ['without an exec bit', SH, 0o644, 'bin_not_executable', 'chmod +x'],
    ['that is empty', '', 0o755, 'bin_format', 'empty'],
    [
      'that is text without a #! line',
      'echo hello\n',
      0o755,
      'bin_format',
      'neither a binary nor begins with a #! line',
    ],
    [
      'that is made for another machine',
      `\x7fELF\x02\x01\x01${'\0'.repeat(11)}\x15\0`,
      0o755,
      'bin_format',
      'another machine',
    ],
    ['whose #! line ends in CR LF', '#!/bin/sh\r\nexit 0\r\n', 0o755, 'bin_format', 'LF line ends'],
    ['whose #! line is too long', `#!/${'x'.repeat(300)}\n`, 0o755, 'bin_format', '255 bytes'],
    ['whose #! line names nothing', '#!  \n', 0o755, 'bin_format', 'no interpreter'],
    ['that begins with a byte order mark', '\uFEFF#!/bin/sh\n', 0o755, 'bin_format', 'neither'],
    ['whose interpreter is relative', '#!sh\n', 0o755, 'bin_shebang', 'relative'],
    ['whose interpreter is gone', '#!/no/such/sh\n', 0o755, 'interpreter_missing', '/no/such/sh'],
    [
      'whose interpreter is on no search path',
      '#!/usr/bin/env no-such-sh\n',
      0o755,
      'interpreter_missing',
      'no-such-sh',
    ],
    ['that passes arguments to env without -S', '#!/usr/bin/env sh -e\n', 0o755, 'bin_shebang', 'env -S'],
    ['that sets variables through env', '#!/usr/bin/env -S A=1 sh\n', 0o755, 'bin_shebang', 'A=1'],
    ['that passes options to env', '#!/usr/bin/env -i sh\n', 0o755, 'bin_shebang', 'env'],
    ['that quotes for env', '#!/usr/bin/env -S sh "-e"\n', 0o755, 'bin_shebang', 'plain words'],
    ['that names nothing after env', '#!/usr/bin/env\n', 0o755, 'bin_shebang', 'name the interpreter'],
    ['that asks env for a relative path', '#!/usr/bin/env ./sh\n', 0o755, 'bin_shebang', 'relative'],
  ])('%s', async (...row) => {
    const [, text, mode, code, hint] = row;
    const path = writeProgram(join(newFolder(), 'tool'), text, mode);
    const found = await refusal(pin(path));
    expect(found.code).toBe(code);
    expect(found.message).toContain(path);
    expect(found.message).toContain(hint);
  });

  test('that is a folder, or that never ends its symlinks', async () => {
    const folder = newFolder();
    expect(await refusal(pin(folder))).toMatchObject({ code: 'bin_not_regular' });
    symlinkSync('b', join(folder, 'a'));
    symlinkSync('a', join(folder, 'b'));
    expect(await refusal(pin(join(folder, 'a')))).toMatchObject({ code: 'bin_unreachable' });
  });

  test('that is interpreted by itself', async () => {
    const path = join(newFolder(), 'tool');
    writeProgram(path, `#!${path}\n`);
    expect(await refusal(pin(path))).toMatchObject({ code: 'bin_interpreter_depth' });
  });
});

describe('the interpreters behind a script', () => {
  test('are pinned in the order their lines are read, and started from the innermost', async () => {
    const folder = newFolder();
    const inner = writeProgram(join(folder, 'inner'), '#!/bin/sh -e\nprintf "%s|" "$0" "$@"\n');
    const script = writeProgram(join(folder, 'script'), `#!${inner}  one argument \t\n`);
    const { interpreters } = await pinAnywhere(script);
    expect(interpreters.map(({ file, args }) => [file.path, args])).toEqual([
      [inner, ['one argument']],
      [realpathSync('/bin/sh'), ['-e']],
    ]);
    expect(await createWorkbench().run(script, ['x y'])).toMatchObject({
      stdout: `${inner}|one argument|${script}|x y|`,
    });
  });

  test.each([
    ['#!/usr/bin/env sh', []],
    ['#! /usr/bin/env  -S sh -e -u ', ['-e', '-u']],
    ['#!/usr/bin/env -Ssh -e', ['-e']],
    ['#!/usr/bin/env --split-string=sh -e', ['-e']],
    ['#!/usr/bin/env /bin/sh', []],
  ])('are found through env: %s', async (line, args) => {
    const script = writeProgram(join(newFolder(), 'script'), `${line}\necho "$0"\n`);
    const { interpreters } = await pinAnywhere(script);
    expect(interpreters).toMatchObject([{ file: { path: realpathSync('/bin/sh') }, args }]);
    expect(await createWorkbench().run(script)).toMatchObject({ exitCode: 0, stdout: `${script}\n` });
  });

  test('see the name their line gives, as a multi-call program or a virtual environment needs', async () => {
    const folder = newFolder();
    const shell = join(folder, 'my-shell');
    symlinkSync('/bin/sh', shell);
    const script = writeProgram(join(folder, 'script'), `#!${shell}\ntr "\\0" "|" </proc/$$/cmdline\n`);
    expect(await createWorkbench().run(script)).toMatchObject({ stdout: `${shell}|${script}|` });
  });
});

describe('a place others may write to is refused', () => {
  test.each(['folder', 'folder above', 'file'])('when the %s is writable by everyone', async (which) => {
    const root = newFolder();
    mkdirSync(join(root, 'a', 'b'), { recursive: true });
    const path = writeProgram(join(root, 'a', 'b', 'tool'), SH);
    const open = { folder: dirname(path), 'folder above': join(root, 'a'), file: path }[which] ?? '';
    chmodSync(open, 0o777);
    const { code, message } = await refusal(pin(path));
    expect(code).toBe('bin_untrusted');
    expect(message).toContain(`${open} is writable by everyone (mode 0777)`);
    expect(message).toMatch(/hcp install --accept-path \/\S+ <pack folder> \(with --update when it is installed\)/);
    const { pin: accepted } = await pin(path, { acceptPaths: [join(root, 'a')] });
    expect(accepted.accepted_paths).toEqual([join(root, 'a')]);
  });

  test('unless the folder is sticky and the entry in it is the operator’s', async () => {
    const folder = newFolder();
    chmodSync(folder, 0o1777);
    await expect(pin(writeProgram(join(folder, 'tool'), SH))).resolves.toMatchObject({ warnings: [] });
  });

  test('also when a file has the sticky bit, which protects entries of folders only', async () => {
    const path = writeProgram(join(newFolder(), 'tool'), SH);
    chmodSync(path, 0o1777);
    expect(await refusal(pin(path))).toMatchObject({
      code: 'bin_untrusted',
      message: expect.stringContaining(`${path} is writable by everyone (mode 1777)`) as string,
    });
  });

  test('when the interpreter lies in it', async () => {
    const folder = newFolder();
    chmodSync(folder, 0o777);
    const shell = join(folder, 'shell');
    copyFileSync('/bin/sh', shell);
    chmodSync(shell, 0o755);
    const script = writeProgram(join(newFolder(), 'script'), `#!${shell}\n`);
    expect(await refusal(pin(script))).toMatchObject({
      code: 'bin_untrusted',
      message: expect.stringContaining(`interpreter of ${script}`) as string,
    });
  });

  test('when a symlink on the way lies in it', async () => {
    const folder = newFolder();
    chmodSync(folder, 0o777);
    symlinkSync('/bin/cat', join(folder, 'cat'));
    expect(await refusal(pin(join(folder, 'cat')))).toMatchObject({ code: 'bin_untrusted' });
  });

  test('when it belongs to someone who is neither root nor the operator', async () => {
    const path = writeProgram(join(newFolder(), 'tool'), SH);
    const owner = operatorUid === 0 ? 12_345 : operatorUid;
    if (operatorUid === 0) chownSync(path, owner, 0);
    const operator = operatorUid === 0 ? 0 : operatorUid + 1;
    const found = await refusal(pin(path, { operatorUid: operator }));
    expect(found.code).toBe('bin_untrusted');
    expect(found.message).toContain(`belongs to user ${owner}, neither root nor the operator (user ${operator})`);
    await expect(pin(path, { operatorUid: operator, acceptPaths: ['/'] })).resolves.toBeDefined();
  });

  test('when a symlink on the way belongs to someone else, sticky folder or not', async () => {
    if (operatorUid !== 0) {
      console.log('skipped: only root can give a symlink away');
      return;
    }
    const folder = newFolder();
    chmodSync(folder, 0o1777);
    symlinkSync('/bin/cat', join(folder, 'cat'));
    lchownSync(join(folder, 'cat'), 12_345, 0);
    expect(await refusal(pin(join(folder, 'cat')))).toMatchObject({
      code: 'bin_untrusted',
      message: expect.stringContaining(`${folder}/cat belongs to user 12345`) as string,
    });
  });

  test('and a folder that does not exist cannot be accepted', async () => {
    expect(await refusal(pin('/bin/cat', { acceptPaths: ['/no/such/folder'] }))).toMatchObject({
      code: 'accept_path_missing',
    });
  });
});

describe('system files', () => {
  test('are pinned by place unless the operator asks for digests', async () => {
    expect((await pin('cat')).pin.file.by).toBe('system');
    expect((await pin('cat', { everyDigest: true })).pin.file.by).toBe('content');
  });
});

test('--no-allow is kept in the pin', async () => {
  expect((await pin('cat', { allowed: false })).pin.allowed).toBe(false);
});

test('the digest is of the file as it is', async () => {
  const path = join(newFolder(), 'cat');
  copyFileSync('/bin/cat', path);
  chmodSync(path, 0o755);
  writeFileSync(`${path}.txt`, '');
  rmSync(`${path}.txt`);
  expect((await pin(path)).pin.file.sha256).toBe(createHash('sha256').update(readFileSync(path)).digest('hex'));
});
