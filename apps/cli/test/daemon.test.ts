import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHome, type Ended, type TestHome } from './hcp-harness.js';

const bundle = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'daemon', 'dist', 'hcpd.cjs');
let home: TestHome;
let daemon: ChildProcess;
let socket: string;
let url: string;
let token: string;
let tokenFile: string;

beforeAll(async () => {
  if (!existsSync(bundle)) throw new Error(`${bundle} is missing; build apps/daemon first`);
  home = createHome();
  await home.json(['config', 'set', 'sandbox.mode', '"native-local"']);
  await home.json(['install', home.pack('probe')]);
  await home.json(['activate', 'probe']);
  const created = await home.json(['token', 'create', 'ada', '--tenant', 'acme', '--capability', '*.read']);
  token = (created as { readonly token: string }).token;
  tokenFile = join(home.folder, 'token');
  writeFileSync(tokenFile, `${token}\n`, { mode: 0o600 });
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HCP_HOME: home.home };
  daemon = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', bundle, '--listen', '127.0.0.1:0'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const line = await new Promise<string>((resolve) =>
    daemon.stdout?.once('data', (piece: Buffer) => resolve(String(piece))),
  );
  const { listening } = JSON.parse(line) as { readonly listening: readonly [string, string] };
  [socket, url] = [listening[0].slice('unix:'.length), listening[1]];
});
afterAll(async () => {
  const ended = new Promise((resolve) => daemon.once('close', resolve));
  daemon.kill('SIGTERM');
  await ended;
  home.remove();
});

const there = (words: readonly string[], input = ''): Promise<Ended> =>
  home.hcp(['exec', '--daemon', socket, '--token-file', tokenFile, ...words], { input });
const sessions = (): readonly string[] => {
  const folder = join(home.home, 'sessions', 'http');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
};

describe('hcp exec --daemon', () => {
  it.each([
    ['a success', ['probe', 'json']],
    ['log lines before JSON', ['probe', 'log']],
    ['typed words', ['probe', 'echo', '--', 'text=5', 'amount=5', 'ratio=1.50', 'flag=true']],
    ['JSON as written', ['probe', 'loose', '--', 'value:=[1,2]']],
    ['a failing program', ['probe', 'fail']],
    ['a program that dies of a signal', ['probe', 'killed']],
    ['a program that takes too long', ['probe', 'late']],
    ['an unknown pack', ['nope', 'json']],
    ['an unknown verb', ['probe', 'nope']],
    ['a missing confirm', ['probe', 'write', '--', 'amount=1']],
    ['a wrong argument', ['probe', 'echo', '--', 'text:=5']],
    ['an integer that JSON rounds', ['probe', 'loose', '--', 'value:=9007199254740993']],
    ['a pack id with a slash in it', ['../probe', 'json']],
  ])('prints and ends as hcp exec does here: %s', async (_what, words) => {
    const here = await home.hcp(['exec', ...words]);
    const remote = await there(words);
    const overTcp = await home.hcp(['exec', '--daemon', url, ...words], { env: { HCP_TOKEN: token } });
    expect([remote.stdout, remote.status]).toEqual([here.stdout, here.status]);
    expect([overTcp.stdout, overTcp.status]).toEqual([here.stdout, here.status]);
  });

  it('takes envelopes and lines as here', async () => {
    const good = '{"pack_id":"probe","verb_key":"json"}';
    const lines = `${good}\n\nnonsense\n{"pack_id":"nope","verb_key":"x"}\n${'x'.repeat(1024 * 1024 + 1)}\n${good}\n`;
    for (const [flag, input] of [
      [['--envelope', '-'], good],
      [['--envelope', '-'], '{"pack_id":1}'],
      [['--jsonl'], lines],
    ] as const) {
      const here = await home.hcp(['exec', ...flag], { input });
      const remote = await there(flag, input);
      expect([remote.stdout, remote.status]).toEqual([here.stdout, here.status]);
    }
  });

  it('makes a session for itself and ends it, or uses the one it is given', async () => {
    await there(['probe', 'json']);
    await there(['probe', 'fail']);
    expect(sessions()).toEqual([]);
    const made = await fetch(`${url}/v1/sessions`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    const { id } = (await made.json()) as { readonly id: string };
    const inactive = await there(['--session', id, 'probe', 'json']);
    expect(JSON.parse(inactive.stdout)).toMatchObject({ error: 'pack probe not activated' });
    await fetch(`${url}/v1/sessions/${id}/packs/probe`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
    });
    expect((await there(['--session', id, 'probe', 'json'])).status).toBe(0);
    expect(sessions().length).toBe(1);
  });

  it('says the call id with --verbose', async () => {
    expect((await there(['--verbose', 'probe', 'json'])).stderr).toMatch(/^call [0-9a-f-]{36}\n$/);
  });

  it.each([
    ['no token', [], [{}, 2, 'HCP_TOKEN']],
    ['an empty token file', ['--token-file', '/dev/null'], [{}, 3, 'holds no token']],
    ['a token file that is not there', ['--token-file', '/nowhere/token'], [{}, 3, 'cannot be read']],
    ['two words for a token', [], [{ HCP_TOKEN: 'a b' }, 3, 'does not hold one token']],
    ['a wrong token', [], [{ HCP_TOKEN: 'hcp_wrong' }, 3, '401']],
    ['a dry run', ['--dry-run'], [{ HCP_TOKEN: 'x' }, 2, '--dry-run']],
    ['a project beside a session', ['--project', 'p', '--session', 's'], [{ HCP_TOKEN: 'x' }, 2, '--project']],
  ] as const)('refuses %s in the usual shape', async (_what, flags, [env, status, text]) => {
    const ended = await home.hcp(['exec', '--daemon', socket, ...flags, 'probe', 'json'], { env });
    expect(ended.status).toBe(status);
    expect(JSON.parse(ended.stdout)).toMatchObject({ ok: false });
    expect(ended.stderr).toContain(text);
    expect(ended.stdout + ended.stderr).not.toContain('hcp_wrong');
  });

  it.each([
    ['http://example.org:80', 2],
    ['http://0.0.0.0:80', 2],
    ['http://127.0.0.1.example.org', 2],
    ['http://user:secret@127.0.0.1:80', 2],
    ['http://127.0.0.1:80/v1?token=secret', 2],
    ['ftp://127.0.0.1', 2],
    ['', 2],
    ['http://127.0.0.1:1', 3],
    ['/nowhere/hcpd.sock', 3],
    ['unix:/nowhere/hcpd.sock', 3],
  ])('sends no token to %j', async (address, status) => {
    const ended = await home.hcp(['exec', `--daemon=${address}`, 'probe', 'json'], { env: { HCP_TOKEN: token } });
    expect(ended.status).toBe(status);
    expect(ended.stdout + ended.stderr).not.toContain('secret');
  });

  it('refuses --token-file without a daemon', async () => {
    expect((await home.hcp(['exec', '--token-file', tokenFile, 'probe', 'json'])).status).toBe(2);
  });

  it.each([
    ['words', ['probe', 'sleep'], ''],
    [
      'lines that have ended',
      ['--jsonl'],
      '{"pack_id":"probe","verb_key":"sleep"}\n{"pack_id":"probe","verb_key":"log"}\n',
    ],
  ])('has its call cancelled when it is interrupted, given as %s', async (_what, words, input) => {
    const started = home.start(['exec', '--daemon', socket, '--token-file', tokenFile, ...words], { input });
    const before = home.witness();
    while (home.witness() === before) await new Promise((resolve) => setTimeout(resolve, 10));
    started.child.kill('SIGINT');
    const ended = await started.ended;
    expect([ended.status, ended.stdout]).toEqual([
      1,
      '{"ok":false,"pack_id":"probe","verb_key":"sleep","error":"cancelled"}\n',
    ]);
    const tail = async (): Promise<unknown> => home.json(['audit', 'tail', '--count', '1']);
    await expect.poll(async () => JSON.stringify(await tail()), { timeout: 10_000 }).toContain('"error":"cancelled"');
    expect(home.witness()).toHaveLength(before.length + 'sleep --json\n'.length);
  });
});
