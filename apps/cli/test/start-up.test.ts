import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, createHome, type TestHome } from './hcp-harness.js';

let test: TestHome;
let spy: string;

beforeAll(async () => {
  test = createHome();
  await test.json(['install', test.pack('probe')]);
  await test.json(['activate', 'probe']);
  spy = join(test.folder, 'spy.cjs');
  writeFileSync(
    spy,
    `const fs = require('node:fs'), { basename } = require('node:path');
    const names = [], read = fs.readFileSync;
    fs.readFileSync = (path, ...rest) => {
      if (String(path).endsWith('.cjs')) names.push(basename(path));
      return read(path, ...rest);
    };
    process.on('exit', () => fs.writeSync(2, JSON.stringify(names)));`,
  );
});
afterAll(() => test.remove());

/** The files that a command line loads. */
function loaded(argv: readonly string[]): readonly string[] {
  const [node = '', ...rest] = command;
  const { stderr } = spawnSync(node, ['--require', spy, ...rest, ...argv], {
    env: { HCP_HOME: test.home },
    encoding: 'utf8',
  });
  return JSON.parse(stderr) as string[];
}

describe('what is loaded', () => {
  it('for exec of a command without a schema is the program itself in two files', () => {
    expect(loaded(['exec', 'probe', 'json'])).toEqual(['hcp.cjs', 'main.cjs']);
    expect(loaded(['exec', 'probe', 'loose', '--', 'value=1'])).toEqual(['hcp.cjs', 'main.cjs']);
    expect(loaded(['exec', 'probe', 'unruled'])).toEqual(['hcp.cjs', 'main.cjs']);
  });

  it('for a schema is what compiles schemas, too', () => {
    const names = loaded(['exec', 'probe', 'echo', '--', 'text=a']);
    expect(names.slice(0, 2)).toEqual(['hcp.cjs', 'main.cjs']);
    expect(names.some((name) => name.startsWith('args-schema-'))).toBe(true);
    expect(names.some((name) => name.startsWith('run-program-'))).toBe(false);
  });

  it('for other commands is the full program', () => {
    expect(loaded(['list']).some((name) => name.startsWith('run-program-'))).toBe(true);
    expect(loaded(['list']).some((name) => name.startsWith('prompt-hidden-'))).toBe(false);
  });
});

describe('the code cache', () => {
  /** A copy of the built program without a cache. */
  function copy(name: string): string {
    const folder = join(test.folder, name);
    cpSync(dirname(command.at(-1) ?? ''), folder, { recursive: true });
    rmSync(join(folder, '.code-cache'), { recursive: true, force: true });
    return folder;
  }
  function run(folder: string, argv: readonly string[]): readonly unknown[] {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'hcp.cjs'), ...argv], {
      env: { HCP_HOME: test.home },
      encoding: 'utf8',
    });
    return [status, stdout, stderr];
  }
  const version = ['--version'];
  let shown: readonly unknown[];
  beforeAll(() => {
    shown = run(dirname(command.at(-1) ?? ''), version);
  });

  it('is made beside the program, for its owner to write only', () => {
    const folder = copy('fresh');
    expect(run(folder, version)).toEqual(shown);
    const cache = join(folder, '.code-cache');
    const names = readdirSync(cache);
    expect(names.some((name) => name.startsWith('main.cjs.command.'))).toBe(true);
    for (const path of [cache, ...names.map((name) => join(cache, name))]) expect(statSync(path).mode & 0o022).toBe(0);
  });

  it('keeps a kind of run apart from another, and nothing of a run that failed', () => {
    const folder = copy('kinds');
    const names = (): readonly string[] => readdirSync(join(folder, '.code-cache'));
    run(folder, ['exec', 'probe', 'missing']);
    expect(names()).toEqual([]);
    run(folder, ['exec', 'probe', 'json']);
    expect(names().some((name) => name.startsWith('main.cjs.call.'))).toBe(true);
    expect(names().filter((name) => !name.includes('.cjs.call.'))).toEqual([]);
  });

  it('answers the same with it as without it', () => {
    const folder = copy('warm');
    const argv = ['exec', 'probe', 'json'];
    const first = run(folder, argv);
    expect(first[0]).toBe(0);
    expect(run(folder, argv)).toEqual(first);
  });

  it('is passed over, and made anew, where V8 does not take it', () => {
    const folder = copy('broken');
    run(folder, version);
    const cache = join(folder, '.code-cache');
    const [name = ''] = readdirSync(cache).filter((one) => one.startsWith('main.cjs.'));
    for (const text of ['', 'no code at all', '\0'.repeat(1000)]) {
      writeFileSync(join(cache, name), text);
      expect(run(folder, version)).toEqual(shown);
      expect(statSync(join(cache, name)).size).toBeGreaterThan(1000);
    }
  });

  it('does not serve a file that was changed, were it of the same length', () => {
    const folder = copy('changed');
    run(folder, version);
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.cjs'))) {
      const text = readFileSync(join(folder, name), 'utf8');
      if (!text.includes('"0.1.0"')) continue;
      writeFileSync(join(folder, name), text.replaceAll('"0.1.0"', '"0.1.9"'));
      utimesSync(join(folder, name), new Date(), new Date(Date.now() + 5000));
    }
    expect(run(folder, version)[1]).toContain('0.1.9');
  });

  it('is not used where others may write it', () => {
    const folder = copy('shared');
    const cache = join(folder, '.code-cache');
    mkdirSync(cache);
    chmodSync(cache, 0o777);
    expect(run(folder, version)).toEqual(shown);
    expect(readdirSync(cache)).toEqual([]);
  });

  it('is left out where it cannot be', () => {
    const folder = copy('blocked');
    writeFileSync(join(folder, '.code-cache'), '');
    expect(run(folder, version)).toEqual(shown);
    expect(statSync(join(folder, '.code-cache')).size).toBe(0);
  });
});

describe('a Node that is too old', () => {
  const old = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
    const { status, stdout } = spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' });
    if (status !== 0) return false;
    const [major = 0, minor = 0] = stdout.split('.').map(Number);
    return major < 22 || (major === 22 && minor < 18);
  });

  it('is told in one line, whatever was asked for', (context) => {
    if (old === undefined) return context.skip('no Node older than 22.18 in /usr/bin or /usr/local/bin');
    const { status, stdout, stderr } = spawnSync(old, [command.at(-1) ?? '', 'exec', 'probe', 'json'], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^hcp: Node 22\.18 or newer is needed, this is v\d+\.\d+\.\d+\n$/);
  });
});
