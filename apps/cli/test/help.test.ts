import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHome, type TestHome } from './hcp-harness.js';

let test: TestHome;
beforeAll(() => (test = createHome()));
afterAll(() => test.remove());

const commands = [
  ...[
    'validate',
    'install',
    'uninstall',
    'list',
    'show',
    'skill',
    'import',
    'import openapi',
    'activate',
    'deactivate',
    'sessions',
    'grant',
  ],
  ...['revoke', 'connect', 'approve', 'exec', 'run', 'audit', 'audit tail', 'audit verify', 'audit export'],
  ...['config', 'config get', 'config set', 'token', 'token create', 'token list', 'token revoke', 'doctor'],
];

describe('help', () => {
  it.each(commands)('hcp %s --help shows its usage and an example', async (name) => {
    const words = name.split(' ');
    const { status, stdout, stderr } = await test.hcp([...words, '--help']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Usage: hcp ${name}`);
    expect(stdout).toMatch(new RegExp(`Examples:\\n(?:.*\\n)*  \\$ .*hcp ${name}`));
  });

  it('hcp help lists every command that works, and no other', async () => {
    const { status, stdout } = await test.hcp(['help']);
    expect(status).toBe(0);
    const listed = [...stdout.matchAll(/^ {2}([a-z]+)(?: \[options\]| )/gm)].map(([, name]) => name);
    expect(listed).toEqual([...commands.filter((name) => !name.includes(' ')), 'help']);
    expect((await test.hcp(['help', 'exec'])).stdout).toContain('Usage: hcp exec');
  });

  it('hcp config --help lists the keys that an unknown one is answered with', async () => {
    const { stdout } = await test.hcp(['config', '--help']);
    const { stderr } = await test.hcp(['config', 'get', 'nothing']);
    const keys = /; known are (.*)\.\n$/.exec(stderr)?.[1] ?? '';
    expect(keys).toContain('authentication.jwt, limits.processes');
    expect(stdout.replace(/\s+/g, ' ')).toContain(`Its keys: ${keys}.`);
  });

  it('a command line without a command shows help on standard error and ends with 2', async () => {
    for (const words of [[], ['audit'], ['config'], ['token']]) {
      const { status, stdout, stderr } = await test.hcp(words);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain('Usage: hcp');
    }
  });

  it('hcp --version prints the version of the package', async () => {
    const file = new URL('../package.json', import.meta.url);
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    expect(await test.hcp(['--version'])).toEqual({ status: 0, signal: null, stdout: `${version}\n`, stderr: '' });
  });
});

describe('a mistake in the command line', () => {
  it.each([
    [['instal', 'x'], "unknown command 'instal'; did you mean install?"],
    [['audit', 'tial'], "unknown command 'tial'; did you mean tail?"],
    [['nonsense'], "unknown command 'nonsense'; see hcp help"],
    [['nonsense', '--help'], "unknown command 'nonsense'; see hcp help"],
    [['--help', 'nonsense'], "unknown command 'nonsense'; see hcp help"],
    [['help', 'nonsense'], "unknown command 'nonsense'; see hcp help"],
    [['instal', 'x', '--help'], "unknown command 'instal'; did you mean install?"],
    [['audit', 'nope', '--help'], "unknown command 'nope'; see hcp audit --help"],
    [['config', 'nope', '--help'], "unknown command 'nope'; see hcp config --help"],
    [['token', 'nope', '--help'], "unknown command 'nope'; see hcp token --help"],
    [['list', '--jsn'], "unknown option '--jsn'; did you mean --json?"],
    [['install'], "missing required argument 'dir'; see hcp install --help"],
    [['install', '--accept-path', 'X'], "missing required argument 'dir'; see hcp install --help"],
    [['token', 'revoke'], "missing required argument 'id'; see hcp token revoke --help"],
    [['list', 'more'], "too many arguments for 'list'. Expected 0 arguments but got 1: more; see hcp list --help"],
    [['token', 'create', 'ada'], '--tenant is missing; name the tenant of the principal'],
    [['approve', 'a', 'b'], "too many arguments for 'approve'"],
    [['validate', ''], 'a folder name is empty; write . for the current folder'],
  ])('%j is said on standard error and as JSON, with exit status 2', async (words, message) => {
    const { status, stdout, stderr } = await test.hcp(words);
    expect(status).toBe(2);
    expect(stderr).toContain(`hcp: ${message}`);
    expect(JSON.parse(stdout)).toEqual({ error: 'usage', message: expect.stringContaining(message) as unknown });
  });

  it('shows a hostile word escaped', async () => {
    const { stderr } = await test.hcp(['\u001b[2Jlist\n\u202e']);
    expect(stderr).toContain('\\u001b[2Jlist\\n\\u202e');
    for (const hostile of ['\u001b', '\u202e']) expect(stderr).not.toContain(hostile);
    expect(stderr.split('\n')).toHaveLength(2);
  });
});
