import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  childFile,
  connectToServer,
  createWorld,
  secret,
  spellingsOf,
  startTokenServer,
  textsBelow,
  type World,
} from './credential-world.js';
import { hasKeyring, startFixture } from '../../../test/support/start-fixture.js';

const local = { mode: 'local', hub: 'local-credential', family: 'spy' };
const keyring = { mode: 'user', hub: 'keyring', family: 'spy' };
const mothership = { mode: 'mothership', family: 'spy' };
const credential = JSON.stringify({ env: { SPY_TOKEN: secret, SPY_REGION: 'north' }, plain: ['SPY_REGION'] });

const always = 'HCP_BINDING_MODE HCP_CALL_ID HCP_PACK_ID HCP_SANDBOX HCP_VERB_KEY HOME LANG PATH TMPDIR TZ';
const sees = (...names: readonly string[]): string => `${[...always.split(' '), ...names].sort().join(' ')} `;

const result = async (world: World, verb: string): Promise<unknown> => {
  const { stdout } = await world.hcp(['exec', 'spy', verb]);
  const envelope = JSON.parse(stdout) as { readonly ok: boolean; readonly result?: unknown };
  return envelope.ok ? envelope.result : envelope;
};

const withKeyring = async (): Promise<World & { tell: (line: string) => Promise<string> }> => {
  const session = await startFixture<Readonly<Record<string, string>>>('keyring-session.mjs');
  return { ...(await createWorld(keyring, session.ready)), tell: session.tell };
};

describe('a child sees exactly its variables', () => {
  it('without a credential', async () => {
    expect(await result(await createWorld({ mode: 'public' }), 'names')).toBe(sees());
  });

  it('of a stored credential', async () => {
    const world = await createWorld(local);
    await world.hcp(['connect', 'spy'], credential);
    expect(await result(world, 'names')).toBe(sees('SPY_REGION', 'SPY_TOKEN'));
  });

  it.runIf(hasKeyring)('of the keyring', async () => {
    const world = await withKeyring();
    const { stdout } = await world.hcp(['connect', 'spy'], credential);
    expect(JSON.parse(stdout)).toMatchObject({ hub: 'keyring', variables: ['SPY_TOKEN', 'SPY_REGION'] });
    expect(await result(world, 'names')).toBe(sees('SPY_REGION', 'SPY_TOKEN'));
    const { stdout: listed } = await world.hcp(['connect', '--list']);
    expect(JSON.parse(listed)).toMatchObject({ connections: [{ hub: 'keyring', family: 'spy', packs: ['spy'] }] });
    expect((await world.hcp(['connect', '--remove', 'spy'])).status).toBe(0);
    expect(await result(world, 'names')).toMatchObject({ ok: false });
  });

  it('of the mothership', async () => {
    const world = await createWorld(mothership);
    const server = await startTokenServer(world.test.folder);
    await connectToServer(world, server);
    expect(await result(world, 'names')).toBe(sees('SPY_TOKEN'));
  });
});

interface Look {
  /** Every command line, and the environment of every process but the call's own. */
  readonly outside: readonly string[];
  /** The environments of the call's own processes. */
  readonly inside: readonly string[];
}

/** What processes show to whoever looks: to everyone the command line, to their user the environment. */
function lookAtProcesses(): Look {
  const looks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        return [
          { argv: readFileSync(`/proc/${pid}/cmdline`, 'latin1'), env: readFileSync(`/proc/${pid}/environ`, 'latin1') },
        ];
      } catch {
        return [];
      }
    });
  const isOwn = ({ env }: { readonly env: string }): boolean => env.includes('HCP_PACK_ID=spy');
  return {
    outside: looks.flatMap((look) => (isOwn(look) ? [look.argv] : [look.argv, look.env])),
    inside: looks.filter(isOwn).map(({ env }) => env),
  };
}

const finder =
  (hidden: readonly string[]) =>
  (text: string): string | undefined =>
    hidden
      .flatMap(spellingsOf)
      .find((spelling) => text.includes(spelling) || text.includes(Buffer.from(spelling).toString('latin1')));

/** `stored` matches the files that are there to hold what is hidden. */
async function watchCall(world: World, stored: RegExp, hidden: readonly string[] = [secret]): Promise<void> {
  const leak = finder(hidden);
  const outputs: string[] = [];
  const running = world.test.start(['exec', '--verbose', 'spy', 'wait'], { env: world.env, input: '' });
  const samples: string[] = [];
  while (!existsSync(childFile(world.test.home, 'waiting') ?? '')) {
    samples.push(...lookAtProcesses().outside);
    await pause(2);
  }
  const look = lookAtProcesses();
  samples.push(...look.outside);
  // Where it belongs it is found, so what is looked for is the right thing.
  expect(look.inside.some((env) => leak(env) !== undefined)).toBe(true);
  writeFileSync(childFile(world.test.home, 'go') ?? '', '');
  const ended = await running.ended;
  expect(JSON.parse(ended.stdout)).toMatchObject({ ok: true, result: '[redacted]' });
  outputs.push(ended.stdout, ended.stderr);
  for (const argv of [
    ['exec', '--verbose', 'spy', 'fail'],
    ['audit', 'export'],
    ['audit', 'tail'],
    ['connect', '--list'],
    ['show', 'spy'],
    ['doctor'],
    ['config', 'get'],
  ]) {
    const { stdout, stderr } = await world.hcp(argv);
    outputs.push(stdout, stderr);
  }
  expect(outputs.join('\n')).toContain('no: [redacted]');
  for (const text of [...samples, ...outputs]) expect(leak(text)).toBeUndefined();
  for (const [path, text] of textsBelow(world.test.home, stored)) expect([path, leak(text)]).toEqual([path, undefined]);
}

describe('no secret is found outside the call', () => {
  it('of a stored credential', async () => {
    const world = await createWorld(local);
    await world.hcp(['connect', 'spy'], credential);
    await watchCall(world, /\/credentials\//);
  });

  it.runIf(hasKeyring)('of the keyring, nor in a file of the home', async () => {
    const world = await withKeyring();
    await world.hcp(['connect', 'spy'], credential);
    await watchCall(world, /^$/);
  });

  it('of the mothership: the token, the one it was exchanged for, and the secret of the client', async () => {
    const world = await createWorld(mothership);
    const server = await startTokenServer(world.test.folder);
    await connectToServer(world, server);
    await result(world, 'digest');
    const kept = textsBelow(join(world.test.home, 'mothership', 'tokens'), /lock$/);
    const { token } = JSON.parse(kept[0]?.[1] ?? '') as { readonly token: string };
    await watchCall(world, /\/mothership\//, [token, server.subjectToken, 'client-secret-of-the-test']);
  });
});

/** What happens to the credential, and what the refusal says. */
interface Fault {
  readonly title: string;
  readonly binding: unknown;
  readonly error: RegExp;
  readonly prepare: (world: World, file: string) => Promise<unknown> | undefined;
}

const stored =
  (text: string, mode = 0o600): Fault['prepare'] =>
  (_, file) => {
    mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { mode });
    chmodSync(file, mode);
    return undefined;
  };
const record = (value: unknown): string => JSON.stringify({ version: 1, packs: ['spy'], credential: value });
const behaving =
  (kind: string): Fault['prepare'] =>
  async (world) => {
    const server = await startTokenServer(world.test.folder);
    await connectToServer(world, server);
    await server.behave(kind);
  };

const faults: readonly Fault[] = [
  { title: 'absent', binding: local, error: /has no credential/, prepare: () => undefined },
  { title: 'empty', binding: local, error: /not JSON/, prepare: stored('') },
  { title: 'without a member', binding: local, error: /is empty/, prepare: stored(record({})) },
  {
    title: 'open to others',
    binding: local,
    error: /has mode 0644/,
    prepare: stored(record({ env: { A: 'b' } }), 0o644),
  },
  {
    title: 'expired',
    binding: local,
    error: /expired at 2001/,
    prepare: stored(record({ env: { A: 'b' }, expires_at: '2001-01-01T00:00:00Z' })),
  },
  { title: 'in no keyring', binding: keyring, error: /the keyring is not there/, prepare: () => undefined },
  { title: 'of no mothership', binding: mothership, error: /no mothership is configured/, prepare: () => undefined },
  {
    title: 'of a mothership that is down',
    binding: mothership,
    error: /cannot be reached/,
    prepare: async (world, file) => {
      await behaving('right')(world, file);
      const path = join(world.test.home, 'config.json');
      writeFileSync(path, readFileSync(path, 'utf8').replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1'));
    },
  },
  {
    title: 'without a subject token',
    binding: mothership,
    error: /has no subject token/,
    prepare: async (world, file) => {
      await behaving('right')(world, file);
      await world.hcp(['connect', '--remove', '--subject-token']);
    },
  },
  { title: 'slow', binding: mothership, error: /did not answer within 1500 ms/, prepare: behaving('slow') },
  { title: 'refused with 400', binding: mothership, error: /status 400/, prepare: behaving('status-400') },
  { title: 'refused with 500', binding: mothership, error: /status 500/, prepare: behaving('status-500') },
  { title: 'no bearer token', binding: mothership, error: /no bearer token/, prepare: behaving('not-bearer') },
  { title: 'no JSON', binding: mothership, error: /no token response/, prepare: behaving('bad-json') },
  { title: 'redirected', binding: mothership, error: /no redirect is followed/, prepare: behaving('redirect') },
];

async function expectRefusal(world: World, error: RegExp): Promise<void> {
  const { status, stdout, stderr } = await world.hcp(['exec', '--verbose', 'spy', 'digest']);
  expect(JSON.parse(stdout)).toEqual({
    ...{ ok: false, pack_id: 'spy', verb_key: 'digest' },
    error: expect.stringMatching(/^binding: /) as string,
  });
  expect(stdout).toMatch(error);
  expect(status).toBe(3);
  expect(stdout + stderr).not.toContain('ambient');
  expect(world.test.witness()).toBe('');
}

describe('what cannot be minted is refused before anything starts, whatever lies around', () => {
  it.each(faults)('$title', async ({ binding, error, prepare }) => {
    const world = await createWorld(binding);
    await prepare(world, join(world.test.home, 'credentials', 'spy.json'));
    await expectRefusal(world, error);
  });

  it.runIf(process.geteuid?.() === 0)('another user’s', async () => {
    const world = await createWorld(local);
    await world.hcp(['connect', 'spy'], credential);
    chownSync(join(world.test.home, 'credentials', 'spy.json'), 12345, 12345);
    await expectRefusal(world, /belongs to user 12345/);
  });

  it.runIf(hasKeyring)('in a keyring that is locked, and in one that hangs', async () => {
    const world = await withKeyring();
    await world.hcp(['connect', 'spy'], credential);
    await world.tell('lock');
    await expectRefusal(world, /the keyring is locked/);
    await world.tell('stop');
    await expectRefusal(world, /did not answer within 3 s/);
  });
});

describe('many processes and one mothership', () => {
  it('fifty at once with an expired token make one exchange and give fifty right answers', async () => {
    const world = await createWorld(mothership);
    const server = await startTokenServer(world.test.folder);
    await connectToServer(world, server);
    await server.behave('lifetime-1');
    const expired = await result(world, 'digest');
    await pause(1000);
    await server.behave('right');
    const before = await server.exchangeCount();
    const answers = await Promise.all(Array.from({ length: 50 }, () => result(world, 'digest')));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(answers[0]).not.toBe(expired);
    expect(await server.exchangeCount()).toBe(before + 1);
  });

  it('one that is killed in the middle of its exchange leaves the next to make its own', async () => {
    const world = await createWorld(mothership);
    const server = await startTokenServer(world.test.folder);
    await connectToServer(world, server);
    await server.behave('slow');
    const { child, ended } = world.test.start(['exec', 'spy', 'digest'], { env: world.env, input: '' });
    await expect.poll(server.exchangeCount).toBe(1);
    child.kill('SIGKILL');
    expect((await ended).signal).toBe('SIGKILL');
    await server.behave('right');
    expect(await result(world, 'digest')).toMatch(/^[0-9a-f]{64}$/);
    expect(await server.exchangeCount()).toBe(2);
  });
});

describe('hcp connect', () => {
  it('lists for people, removes, and knows what does not go together', async () => {
    const world = await createWorld(local);
    await world.hcp(['connect', 'spy'], credential);
    renameSync(join(world.test.home, 'credentials', 'spy.json'), join(world.test.home, 'credentials', 'old.json'));
    await world.hcp(['connect', 'spy'], credential);
    const { connections } = JSON.parse((await world.hcp(['connect', '--list'])).stdout) as { connections: unknown[] };
    expect(connections).toHaveLength(2);
    const removed = JSON.parse((await world.hcp(['connect', '--remove', 'spy'])).stdout) as unknown;
    expect(removed).toEqual({
      removed: [
        { hub: 'local-credential', family: 'old' },
        { hub: 'local-credential', family: 'spy' },
      ],
    });
    expect((await world.hcp(['connect', '--remove', 'spy'])).status).toBe(1);
    for (const argv of [
      ['connect'],
      ['connect', '--list', 'spy'],
      ['connect', '--list', '--remove'],
      ['connect', '--remove'],
      ['connect', '--remove', '--file', 'x', 'spy'],
      ['connect', '--subject-token', 'spy'],
      ['connect', '--tenant', 'acme', 'spy'],
      ['connect', '--tenant', 'acme', '--principal', 'ada', 'spy'],
      ['connect', '--remove', '--tenant', 'acme', '--principal', 'ada', 'spy'],
    ]) {
      expect([argv, (await world.hcp(argv, credential)).status]).toEqual([argv, 2]);
    }
  });

  it.each(['two words-s3cret', 's3cret-ü', ''])('refuses the subject token %j without quoting it', async (input) => {
    const world = await createWorld(mothership);
    const { status, stdout, stderr } = await world.hcp(['connect', '--verbose', '--subject-token'], input);
    expect(status).toBe(input === '' ? 2 : 1);
    expect(stdout + stderr).not.toContain('s3cret');
  });
});
