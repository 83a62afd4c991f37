import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDaemonHost, type DaemonHost } from '@hcp/host';

const here = dirname(fileURLToPath(import.meta.url));
export const bundle: string = join(here, '..', 'dist', 'hcpd.cjs');
const flags = ['--disable-warning=ExperimentalWarning'];

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Parsed; throws for what is no JSON. */
  readonly json: unknown;
}

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly agent?: Agent;
  readonly signal?: AbortSignal;
}

export interface Daemon {
  readonly pid: number;
  readonly socket: string;
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly port: number;
  readonly ask: (asked: Asked) => Promise<Answer>;
  /** The same over the unix socket. */
  readonly askUnix: (asked: Asked) => Promise<Answer>;
  readonly signal: (name: NodeJS.Signals) => void;
  readonly ended: Promise<Ended>;
  readonly stderr: () => string;
  readonly residentBytes: () => number;
}

export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Client {
  readonly token: string;
  readonly session: string;
}

/** A temporary home with the pack `probe`, and the built daemon to run in it. */
export interface TestHome {
  readonly folder: string;
  readonly home: string;
  /** Starts the daemon and waits until it is ready; ended by `remove`. */
  readonly start: (...argv: readonly string[]) => Promise<Daemon>;
  /** Runs the daemon until it ends by itself. */
  readonly run: (...argv: readonly string[]) => Promise<Ended>;
  /** A token of this principal, `probe.*` unless capabilities are given. */
  readonly token: (id: string, capabilities?: readonly string[]) => Promise<string>;
  /** What the host of this home answers. */
  readonly withHost: <T>(use: (host: DaemonHost) => Promise<T>) => Promise<T>;
  /** The stored audit records. */
  readonly records: () => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** What the fixture noted under this name in every private home of a call. */
  readonly noted: (name: 'witness' | 'children') => readonly string[];
  readonly remove: () => Promise<void>;
}

/** `before`: words that start a program under other limits. */
export async function createHome(mode = 'native-local', before: readonly string[] = []): Promise<TestHome> {
  if (!existsSync(bundle)) throw new Error(`${bundle} is missing; build apps/daemon first`);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hcpd-')));
  const home = join(folder, 'home');
  const daemons: Daemon[] = [];
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HCP_HOME: home };
  const launch = (argv: readonly string[]): Launched => {
    const [program = '', ...words] = [...before, process.execPath, ...flags, bundle, ...argv];
    return collect(spawn(program, words, { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }));
  };
  const withHost = async <T>(use: (host: DaemonHost) => Promise<T>): Promise<T> => {
    const host = createDaemonHost({ home, searchPath: env.PATH, userName: 'operator', onNotice: () => undefined });
    try {
      return await use(host);
    } finally {
      await host.close();
    }
  };
  cpSync(join(here, 'fixtures', 'probe'), join(folder, 'probe'), { recursive: true });
  await withHost(async (host) => {
    await host.configuration.set('sandbox.mode', mode);
    await host.packs.install(join(folder, 'probe'), { allow: true, update: false, acceptPaths: [] });
  });
  return {
    folder,
    home,
    start: async (...argv) => {
      const daemon = await becomeReady(launch(argv));
      daemons.push(daemon);
      return daemon;
    },
    run: (...argv) => launch(argv).ended,
    token: async (id, capabilities = ['probe.*']) =>
      withHost(async ({ tokens }) => {
        const { token } = await tokens.create({ principalId: id, tenant: 'acme', projects: [], capabilities });
        return token;
      }),
    withHost,
    records: () =>
      withHost(async ({ audit }) => {
        const lines: Readonly<Record<string, unknown>>[] = [];
        for await (const line of audit.export()) lines.push(JSON.parse(line) as Readonly<Record<string, unknown>>);
        return lines;
      }),
    noted: (name) => readNotes(join(home, 'work'), name),
    remove: async () => {
      for (const daemon of daemons) daemon.signal('SIGKILL');
      for (const daemon of daemons) await daemon.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A session of this token with `probe` activated. */
export async function openClient(daemon: Daemon, token: string): Promise<Client> {
  const made = await daemon.ask({ method: 'POST', path: '/v1/sessions', token });
  const { id } = made.json as { readonly id: string };
  const activated = await daemon.ask({ method: 'PUT', path: `/v1/sessions/${id}/packs/probe`, token });
  if (activated.status !== 204) throw new Error(activated.text);
  return { token, session: id };
}

/** `POST /v1/exec` of one verb of `probe`. */
export function exec(
  client: Partial<Client>,
  verb: string,
  more: Partial<Asked> & { readonly args?: object } = {},
): Asked {
  const { args = {}, headers, ...rest } = more;
  return {
    method: 'POST',
    path: '/v1/exec',
    token: client.token,
    body: JSON.stringify({ pack_id: 'probe', verb_key: verb, args }),
    ...rest,
    headers: {
      'content-type': 'application/json',
      ...(client.session === undefined ? {} : { 'hcp-session': client.session }),
      ...headers,
    },
  };
}

export async function waitUntil(what: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await what())) await new Promise((resolve) => setTimeout(resolve, 10));
}

export function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

interface Launched {
  readonly pid: number;
  readonly firstLine: Promise<string>;
  readonly stderr: () => string;
  readonly signal: (name: NodeJS.Signals) => void;
  readonly ended: Promise<Ended>;
}

function collect(child: ReturnType<typeof spawn>): Launched {
  let stdout = '';
  let stderr = '';
  child.stderr?.on('data', (piece: Buffer) => (stderr += piece.toString()));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => resolve({ status, signal, stdout, stderr }));
  });
  const firstLine = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (piece: Buffer) => {
      stdout += piece.toString();
      if (stdout.includes('\n')) resolve(stdout);
    });
    child.once('close', () => reject(new Error(`hcpd ended: ${stderr}`)));
  });
  firstLine.catch(() => undefined);
  return { pid: child.pid ?? 0, firstLine, stderr: () => stderr, signal: (name) => void child.kill(name), ended };
}

async function becomeReady(launched: Launched): Promise<Daemon> {
  const { listening } = JSON.parse(await launched.firstLine) as { readonly listening: readonly string[] };
  const socket = (listening.find((one) => one.startsWith('unix:')) ?? '').slice('unix:'.length);
  const url = listening.find((one) => one.startsWith('http:')) ?? '';
  const port = Number(url === '' ? 0 : new URL(url).port);
  return {
    ...launched,
    socket,
    url,
    port,
    ask: (asked) => send(port === 0 ? { socketPath: socket } : { host: '127.0.0.1', port }, asked),
    askUnix: (asked) => send({ socketPath: socket }, asked),
    residentBytes: () =>
      1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${launched.pid}/status`, 'utf8'))?.[1]),
  };
}

const sharedAgent = new Agent({ keepAlive: true, maxSockets: 200 });

type Address = { readonly socketPath: string } | { readonly host: string; readonly port: number };

function send(address: Address, asked: Asked): Promise<Answer> {
  const { method = 'GET', path, token, headers, body, agent = sharedAgent, signal } = asked;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        ...address,
        agent,
        method,
        path,
        ...(signal === undefined ? {} : { signal }),
        headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
      },
      (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(pieces).toString('utf8');
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            get json() {
              return JSON.parse(text) as unknown;
            },
          });
        });
      },
    );
    request.on('error', reject);
    if (body === undefined) request.end();
    else request.setHeader('content-length', Buffer.byteLength(body)).end(body);
  });
}

function readNotes(folder: string, name: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === name)
    .flatMap((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').trim().split('\n'));
}
