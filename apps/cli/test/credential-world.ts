import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createHome, type Ended, type TestHome } from './hcp-harness.js';
import { startFixture } from '../../../test/support/start-fixture.js';

/** One that every encoding changes. */
export const secret = 'dist!nct/ive "s3cret" \\ ü & 50% of it';

/** Every spelling in which it must not be found (profile P7). */
export const spellingsOf = (hidden: string): readonly string[] => [
  hidden,
  ...(['base64', 'base64url'] as const).map((encoding) => Buffer.from(hidden).toString(encoding)),
  encodeURIComponent(hidden),
  JSON.stringify(hidden).slice(1, -1),
];

/** What lies around on a developer's machine, ready to be used by mistake. */
const ambient = {
  GH_TOKEN: 'ambient-gh-token-123',
  AWS_SECRET_ACCESS_KEY: 'ambient-aws-key-123',
  SSH_AUTH_SOCK: '/tmp/ambient-agent.sock',
  SPY_TOKEN: 'ambient-spy-token-123',
};

/** Notes that it was started, then says which variables it was given, or what its token's digest is. */
const bin = `#!/bin/sh
echo "$1" >> "$HOME/witness"
case $1 in
  names) tr '\\0' '\\n' < /proc/$$/environ | sed -n 's/^\\([A-Za-z_][A-Za-z0-9_]*\\)=.*/\\1/p' | sort | tr '\\n' ' ' ;;
  wait) touch "$HOME/waiting"; while [ ! -e "$HOME/go" ]; do sleep 0.05; done; printf '%s' "$SPY_TOKEN" ;;
  fail) printf 'no: %s' "$SPY_TOKEN" >&2; exit 7 ;;
  *) printf '%s' "$SPY_TOKEN" | sha256sum | cut -c 1-64 | tr -d '\\n' ;;
esac
`;

export interface World {
  readonly test: TestHome;
  /** Runs `hcp` with what lies around in the environment. */
  readonly hcp: (argv: readonly string[], input?: string) => Promise<Ended>;
  readonly env: Readonly<Record<string, string>>;
}

/** A home with the pack `spy` installed and activated, its credential in `binding`. */
export async function createWorld(binding: unknown, more: Readonly<Record<string, string>> = {}): Promise<World> {
  const test = createHome();
  onTestFinished(() => test.remove());
  const userHome = join(test.folder, 'user');
  mkdirSync(userHome);
  writeFileSync(join(userHome, '.netrc'), 'machine issuer.example login ada password ambient-netrc-123\n', {
    mode: 0o600,
  });
  const env = { ...ambient, HOME: userHome, ...more };
  const pack = join(test.folder, 'spy');
  mkdirSync(join(pack, 'bin'), { recursive: true });
  const verbs = Object.fromEntries(
    ['names', 'wait', 'fail', 'digest', 'status'].map((key) => [key, { cli: ['spy', key] }]),
  );
  const surface = { id: 'spy', kind: 'wrap', cliBin: 'spy', wrap: { bin: './bin/spy.sh' }, binding, verbs };
  const access = Object.fromEntries(Object.keys(verbs).map((key) => [key, { access: 'read' }]));
  writeFileSync(join(pack, 'surface.json'), JSON.stringify(surface));
  writeFileSync(join(pack, 'policy.json'), JSON.stringify({ surface_id: 'spy', verbs: access }));
  writeFileSync(join(pack, 'bin', 'spy.sh'), bin);
  chmodSync(join(pack, 'bin', 'spy.sh'), 0o755);
  await test.json(['install', pack], { env });
  await test.json(['activate', 'spy'], { env });
  return { test, env, hcp: (argv, input = '') => test.hcp(argv, { env, input }) };
}

/** A file of the child's private home. */
export function childFile(home: string, name: string): string | undefined {
  const work = join(home, 'work', 'spy');
  const [folder] = readdirIfThere(work);
  return folder === undefined ? undefined : join(work, folder, name);
}

function readdirIfThere(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Every file below a folder whose path does not match, with what it holds. */
export function textsBelow(folder: string, without: RegExp): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !without.test(path))
    .map((path) => [path, readFileSync(path, 'latin1')] as const);
}

export interface TokenServer {
  readonly url: string;
  /** As `hcp config set mothership` takes it. */
  readonly settings: string;
  readonly subjectToken: string;
  readonly behave: (kind: string) => Promise<void>;
  readonly exchangeCount: () => Promise<number>;
}

export async function startTokenServer(folder: string): Promise<TokenServer> {
  const { ready } = await startFixture<{ readonly url: string }>('token-server.mjs');
  const { url } = ready;
  const secretFile = join(folder, 'client-secret');
  writeFileSync(secretFile, 'client-secret-of-the-test\n', { mode: 0o600 });
  const response = await fetch(`${url}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('hcp:client-secret-of-the-test')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: subjectToken } = (await response.json()) as { readonly access_token: string };
  const count = async (): Promise<number> =>
    ((await (await fetch(`${url}/exchanges`)).json()) as { readonly count: number }).count;
  return {
    url,
    subjectToken,
    settings: JSON.stringify({
      ...{ endpoint: `${url}/token`, client_id: 'hcp', client_secret_file: secretFile },
      ...{ allow_http_loopback: true, timeout_ms: 1500 },
    }),
    behave: async (kind) => {
      await fetch(`${url}/behaviour?kind=${kind}`, { method: 'PUT' });
    },
    exchangeCount: count,
  };
}

/** Connects the pack `spy` of a world to a mothership. */
export async function connectToServer(world: World, server: TokenServer): Promise<void> {
  for (const [argv, input] of [
    [['config', 'set', 'mothership', server.settings], ''],
    [['connect', 'spy'], ''],
    [['connect', '--subject-token'], server.subjectToken],
  ] as const) {
    const { status, stdout, stderr } = await world.hcp(argv, input);
    if (status !== 0) throw new Error(`hcp ${argv.join(' ')}: ${stderr}`);
    if ((stdout + stderr).includes(server.subjectToken)) throw new Error('the subject token is shown');
  }
}
