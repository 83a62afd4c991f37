import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { approvedCall } from './approved-call.js';
import { createJailBench, jails, linesOf } from './jail-support.js';
import { createWorkbench, fixtures, newFolder, writeProgram } from './workbench.js';

const root = process.geteuid?.() === 0;
if (!root) console.log('skipped: a program is run as another user by root only');

describe.runIf(jails)('a program in a jail', () => {
  test('gets the environment that was built, and PWD, which bubblewrap sets', async () => {
    const call = approvedCall();
    const bench = createJailBench();
    const command = { agentEnv: { LANG: 'de_DE.UTF-8' }, credentialEnv: { TOKEN: 't=1\n2' } };
    const outcome = await bench.run('/usr/bin/env', ['-0'], { call, command });
    const pairs = outcome.end === 'exited' ? outcome.stdout.split('\0').filter(Boolean) : [];
    const expected = {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: expect.stringMatching(new RegExp(`^${bench.workRoot}/ledger/[0-9a-f]{32}$`)) as string,
      TMPDIR: '/tmp',
      LANG: 'de_DE.UTF-8',
      TZ: 'UTC',
      TOKEN: 't=1\n2',
      HCP_SANDBOX: 'sandbox',
      HCP_PACK_ID: 'ledger',
      HCP_VERB_KEY: 'list',
      HCP_BINDING_MODE: 'public',
      HCP_CALL_ID: call.callId,
      PWD: fixtures,
    };
    const split = (pair: string): string[] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    expect(Object.fromEntries(pairs.map(split))).toEqual(expected);
  });

  test('exits as it exits: codes, signals, real-time signals and what is left in the streams', async () => {
    const { run } = createJailBench();
    const shell = async (script: string): Promise<unknown> => run('/bin/sh', ['-c', script]);
    expect(await shell('echo out; echo err >&2; exit 7')).toEqual({
      end: 'exited',
      exitCode: 7,
      stdout: 'out\n',
      stderr: 'err\n',
    });
    expect(await shell('kill -9 $$')).toMatchObject({ end: 'exited', exitCode: 137 });
    expect(await shell('kill -TERM $$')).toMatchObject({ exitCode: 143 });
    expect(await shell('kill -40 $$')).toMatchObject({ exitCode: 168 });
    // The words and the code of bubblewrap's own failure, from a program that ran.
    const mimicry = "echo 'bwrap: execvp /bin/x: No such file or directory' >&2; exit 1";
    expect(await shell(mimicry)).toMatchObject({
      end: 'exited',
      exitCode: 1,
      stderr: expect.stringContaining('bwrap') as string,
    });
  });

  test('gets its words one by one, with no descriptor but three and a session of its own', async () => {
    const { run } = createJailBench();
    expect(linesOf(await run('./echo-argv.sh', ['a b', '--args', '3', '$(id)', 'ä']))).toEqual([
      'a b',
      '--args',
      '3',
      '$(id)',
      'ä',
    ]);
    const held = 'for place in /proc/self/fd/*; do readlink "$place"; done | grep -v /dev/null | grep -c -v "/proc/"';
    expect(linesOf(await run('/bin/bash', ['-c', `${held}; true`]))).toEqual(['2']);
    expect(linesOf(await run('/bin/sh', ['-c', 'tty; cat; true']))).toEqual(['not a tty']);
  });

  test('shows neither its variables nor its credential in the command line of bubblewrap', async () => {
    const { run } = createJailBench();
    const secret = 'distinctive-5f1c2';
    const call = approvedCall();
    const pending = run('/bin/sleep', ['0.4'], { call, command: { credentialEnv: { TOKEN: secret } } });
    let seen = 0;
    for (const end = Date.now() + 300; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        try {
          const line = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
          const environ = readFileSync(`/proc/${pid}/environ`, 'latin1');
          if (line.startsWith('/usr/bin/bwrap') && line.includes('sleep\0')) seen += 1;
          expect(line).not.toContain(secret);
          if (line.includes('bwrap')) expect(environ).not.toContain(secret);
        } catch (error) {
          if (error instanceof Error && 'code' in error) continue;
          throw error;
        }
      }
    }
    expect(seen).toBeGreaterThan(0);
    expect(await pending).toMatchObject({ end: 'exited', exitCode: 0 });
  });

  test('a NUL byte in a variable refuses, since it would be a word of ours', async () => {
    const command = { credentialEnv: { TOKEN: 'x\0--bind\0/\0/' } };
    expect(await createJailBench().run('/usr/bin/env', [], { command })).toMatchObject({
      end: 'refused',
      error: 'sandbox: an argument, a variable or a path holds a NUL byte',
    });
  });

  test('arguments the system cannot carry refuse, and the next call is answered', async () => {
    const { run } = createJailBench();
    const long = Array.from({ length: 60 }, () => 'x'.repeat(120_000));
    expect(await run('/bin/echo', long)).toEqual({
      end: 'refused',
      error: 'sandbox: arguments are too long for this system',
    });
    expect(linesOf(await run('/bin/echo', ['next']))).toEqual(['next']);
  });

  test('output over the cap ends it, as a time limit does', async () => {
    const { run } = createJailBench();
    const flood = await run('/bin/sh', ['-c', 'yes'], { command: { maxOutputBytes: 100_000 } });
    expect(flood).toEqual({ end: 'output_exceeded', error: 'output exceeded 100000 bytes' });
  });
});

describe.runIf(jails)('what a program needs is there or is refused by name', () => {
  test('a symlink outside the pack, a bin outside it, and the packages beside a Node program', async () => {
    const folder = newFolder();
    const packRoot = join(folder, 'pack');
    const modules = join(folder, 'tool', 'node_modules');
    mkdirSync(packRoot);
    mkdirSync(join(modules, 'cli', 'bin'), { recursive: true });
    mkdirSync(join(modules, 'words'));
    writeFileSync(join(modules, 'words', 'package.json'), '{"name":"words","main":"index.js"}');
    writeFileSync(join(modules, 'words', 'index.js'), 'module.exports = "found";');
    writeProgram(join(modules, 'cli', 'bin', 'cli.js'), '#!/usr/bin/env node\nconsole.log(require("words"));\n');
    mkdirSync(join(folder, 'bin'));
    symlinkSync('../tool/node_modules/cli/bin/cli.js', join(folder, 'bin', 'cli'));
    const bench = createJailBench();
    const run = (path: string): ReturnType<typeof bench.run> => bench.run(path, [], { command: { cwd: packRoot } });
    expect(linesOf(await run(join(folder, 'bin', 'cli')))).toEqual(['found']);
    const linked = join(folder, 'linked');
    mkdirSync(join(linked, 'src'), { recursive: true });
    writeFileSync(join(linked, 'package.json'), '{"name":"linked","type":"module","bin":{"linked":"./src/main.js"}}');
    writeFileSync(join(linked, 'src', 'word.js'), 'export const word = "linked";');
    writeProgram(
      join(linked, 'src', 'main.js'),
      '#!/usr/bin/env node\nimport { word } from "./word.js";\nconsole.log(word);\n',
    );
    expect(linesOf(await run(join(linked, 'src', 'main.js')))).toEqual(['linked']);
    // A multi-call program is told what to be by the name it is started by.
    symlinkSync('/bin/sh', join(folder, 'bin', 'other-name'));
    const named = await bench.run(join(folder, 'bin', 'other-name'), ['-c', 'echo $0'], { command: { cwd: packRoot } });
    expect(linesOf(named)).toEqual([join(folder, 'bin', 'other-name')]);
  });

  test('a virtual environment of Python, its own packages first', async () => {
    const folder = newFolder();
    const packRoot = join(folder, 'pack');
    const venv = join(folder, 'venv');
    const version = /python3\.\d+/.exec(readdirSync('/usr/lib').join(' '))?.[0];
    if (version === undefined) {
      console.log('skipped: there is no /usr/lib/python3.x');
      return;
    }
    mkdirSync(packRoot);
    mkdirSync(join(venv, 'bin'), { recursive: true });
    mkdirSync(join(venv, 'lib', version, 'site-packages'), { recursive: true });
    writeFileSync(join(venv, 'pyvenv.cfg'), 'home = /usr/bin\ninclude-system-site-packages = false\n');
    symlinkSync(`/usr/bin/${version}`, join(venv, 'bin', 'python3'));
    writeFileSync(join(venv, 'lib', version, 'site-packages', 'tool.py'), 'word = "from the environment"\n');
    writeProgram(
      join(venv, 'bin', 'tool'),
      `#!${venv}/bin/python3\nimport tool, sys\nprint(tool.word)\nprint(sys.prefix)\n`,
    );
    const outcome = await createJailBench().run(join(venv, 'bin', 'tool'), [], { command: { cwd: packRoot } });
    expect(linesOf(outcome)).toEqual(['from the environment', venv]);
  });

  test('a binary whose libraries lie beside it', async () => {
    const folder = newFolder();
    cpSync('/bin/true', join(folder, 'tool'));
    chmodSync(join(folder, 'tool'), 0o755);
    const packRoot = newFolder();
    expect(await createJailBench().run(join(folder, 'tool'), [], { command: { cwd: packRoot } })).toMatchObject({
      exitCode: 0,
    });
  });

  test("a pack root, or a folder a program needs, that holds the runtime's or the operator's home", async () => {
    const bench = createJailBench();
    const home = dirname(bench.workRoot);
    const outcome = await bench.run('/bin/true', [], { command: { cwd: dirname(home) } });
    expect(outcome).toEqual({
      end: 'refused',
      error: `sandbox: pack root ${dirname(home)} holds the runtime's home ${home}, which no program may see; keep the two apart`,
    });
    const operatorHome = newFolder();
    const careful = createJailBench({}, { operatorHome });
    expect(await careful.run('/bin/true', [], { command: { cwd: operatorHome } })).toMatchObject({
      end: 'refused',
      error: expect.stringContaining(`pack root ${operatorHome} holds the operator's home`) as string,
    });
  });
});

describe.runIf(jails)("the operator's word", () => {
  test('lets a pack read or write a folder beside its own, and says when it is not there', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'file'), 'content\n');
    const script = `cat ${folder}/file; echo more >> ${folder}/file; true`;
    expect(linesOf(await createJailBench({ readable: [folder] }).run('/bin/sh', ['-c', script]))).toEqual(['content']);
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('content\n');
    await createJailBench({ writable: [folder] }).run('/bin/sh', ['-c', script]);
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('content\nmore\n');
    const gone = await createJailBench({ writable: [join(folder, 'gone')] }).run('/bin/true');
    expect(gone).toMatchObject({
      end: 'refused',
      error: expect.stringContaining(`names ${folder}/gone, which is not there`) as string,
    });
  });

  test("never shows a pack the runtime's home, or what lies in it", async () => {
    const hidden = createJailBench();
    const home = dirname(hidden.workRoot);
    for (const path of [home, dirname(home), hidden.workRoot]) {
      mkdirSync(hidden.workRoot, { recursive: true });
      const bench = createJailBench({ writable: [path] }, { home });
      expect(await bench.run('/bin/true')).toMatchObject({
        end: 'refused',
        error: expect.stringContaining("the runtime's home") as string,
      });
    }
  });

  test.runIf(root)('runs programs as another user, who owns the work folder and nothing else', async () => {
    const bench = createJailBench({ user: { uid: 4243, gid: 4244 } });
    const script =
      'id -u; id -g; id -G; echo x > "$HOME/file"; echo x > /tmp/file; cat /proc/self/status | grep -c "CapEff.*0000000000000000"';
    expect(linesOf(await bench.run('/bin/sh', ['-c', script]))).toEqual(['4243', '4244', '4244', '1']);
    const [hash = ''] = readdirSync(join(bench.workRoot, 'ledger'));
    expect(statSync(join(bench.workRoot, 'ledger', hash, 'file')).uid).toBe(4243);
    // The second call finds its folder as the first has left it.
    expect(linesOf(await bench.run('/bin/cat', [join(bench.workRoot, 'ledger', hash, 'file')]))).toEqual(['x']);
    const started = await bench.run('/bin/sh', [
      '-c',
      'i=0; while [ $i -lt 400 ]; do sleep 60 & i=$((i+1)); done 2>/dev/null; jobs | wc -l',
    ]);
    expect(started.end).toBe('exited');
    expect(bench.notices).toEqual([]);
  });

  test.runIf(root)('does not hand a work folder with files in it to another user', async () => {
    const workRoot = join(newFolder(), 'home', 'work');
    mkdirSync(dirname(workRoot));
    const mine = createWorkbench({ mode: 'sandbox', workRoot });
    await mine.run('/bin/sh', ['-c', 'echo x > "$HOME/file"']);
    const { DEFAULT_JAIL } = await import('../src/jail-settings.js');
    const jail = { home: dirname(workRoot), settingsOf: () => ({ ...DEFAULT_JAIL, user: { uid: 4243, gid: 4243 } }) };
    const other = createWorkbench({ mode: 'sandbox', workRoot, jail });
    expect(await other.run('/bin/true')).toMatchObject({
      end: 'refused',
      error: expect.stringContaining('chown -R 4243:4243') as string,
    });
  });
});
