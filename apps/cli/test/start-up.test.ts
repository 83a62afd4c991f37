import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
    `process.on('exit', () => {
      const names = Object.keys(require.cache).filter((file) => file !== __filename).map((file) => require('node:path').basename(file));
      require('node:fs').writeSync(2, JSON.stringify(names));
    });`,
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

describe('the compile cache', () => {
  /** A copy of the built program without a cache. */
  function copy(name: string): string {
    const folder = join(test.folder, name);
    cpSync(dirname(command.at(-1) ?? ''), folder, { recursive: true });
    rmSync(join(folder, '.compile-cache'), { recursive: true, force: true });
    return folder;
  }
  function version(folder: string): void {
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'hcp.cjs'), '--version'], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  }

  it('is made beside the program, for its owner to write only', () => {
    const folder = copy('fresh');
    version(folder);
    const cache = join(folder, '.compile-cache');
    expect(statSync(cache).mode & 0o022).toBe(0);
    expect(readdirSync(cache, { recursive: true }).length).toBeGreaterThan(1);
  });

  it('is not used where others may write it', () => {
    const folder = copy('shared');
    const cache = join(folder, '.compile-cache');
    version(folder);
    rmSync(cache, { recursive: true });
    cpSync(join(folder, 'hcp.cjs'), join(cache, 'hcp.cjs'));
    chmodSync(cache, 0o777);
    version(folder);
    expect(readdirSync(cache)).toEqual(['hcp.cjs']);
  });

  it('is left out where it cannot be', () => {
    const folder = copy('blocked');
    writeFileSync(join(folder, '.compile-cache'), '');
    version(folder);
    expect(existsSync(join(folder, '.compile-cache', 'x'))).toBe(false);
    expect(statSync(join(folder, '.compile-cache')).size).toBe(0);
  });
});
