import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const bundle = join(here, '..', 'dist', 'hcp.cjs');

export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ended>;
}

export interface Options {
  /** Without it, `start` leaves standard input open; everything else gives an empty one. */
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Keys pressed once the program has written some text, or at once after ''. */
export interface Typing {
  readonly after: string;
  readonly keys: string;
}

/** A temporary home and folder of packs, and the built program to run in it. */
export interface TestHome {
  readonly folder: string;
  readonly home: string;
  /** Copies a fixture pack, so that a test may change it, under another id where one is given; answers its folder. */
  readonly pack: (name: string, id?: string) => string;
  readonly start: (argv: readonly string[], options?: Options) => Started;
  readonly hcp: (argv: readonly string[], options?: Options) => Promise<Ended>;
  /** Like `hcp`, failing the test unless it ends with status 0; answers the JSON it printed. */
  readonly json: (argv: readonly string[], options?: Options) => Promise<unknown>;
  /** The answer of `exec` or `run`: one line of JSON, and the exit status. */
  readonly call: (argv: readonly string[], options?: Options) => Promise<readonly [number | null, unknown]>;
  /** What the fixture programs noted when they started, in every private home of a call. */
  readonly witness: () => string;
  /** Runs under a terminal through `script`; both streams come together. */
  readonly terminal: (argv: readonly string[], typing?: Typing) => Promise<Ended>;
  readonly remove: () => void;
}

/** The command that starts the built program, for tests that put it into a shell pipeline. */
export const command: readonly string[] = [process.execPath, '--disable-warning=ExperimentalWarning', bundle];

/** `script` of util-linux, which gives a program a terminal; without it, tests that need one say so and skip. */
export const hasTerminal: boolean = String(spawnSync('script', ['--version']).stdout).includes('util-linux');
if (!hasTerminal) console.warn('skipped: tests on a terminal need script from util-linux');

export function createHome(): TestHome {
  if (!existsSync(bundle)) throw new Error(`${bundle} is missing; build apps/cli first`);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hcp-cli-')));
  const home = join(folder, 'home');
  const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', HCP_HOME: home };
  const [node = '', ...flags] = command;

  const start = (argv: readonly string[], options: Options = {}): Started =>
    collect(
      spawn(node, [...flags, ...argv], { cwd: options.cwd ?? folder, env: { ...environment, ...options.env } }),
      options.input,
    );
  const hcp = (argv: readonly string[], options?: Options): Promise<Ended> =>
    start(argv, { input: '', ...options }).ended;
  return {
    folder,
    home,
    pack: (name, id = name) => {
      const copy = join(folder, 'packs', id);
      cpSync(join(here, 'fixtures', name), copy, { recursive: true });
      for (const file of ['surface.json', 'policy.json']) {
        const text = readFileSync(join(copy, file), 'utf8');
        writeFileSync(join(copy, file), text.replaceAll(`id": "${name}"`, `id": "${id}"`));
      }
      return copy;
    },
    start,
    hcp,
    json: async (argv, options) => {
      const ended = await hcp(argv, options);
      if (ended.status !== 0) throw new Error(`hcp ${argv.join(' ')}: ${String(ended.status)} ${ended.stderr}`);
      return JSON.parse(ended.stdout) as unknown;
    },
    call: async (argv, options) => {
      const { status, stdout, stderr } = await hcp(argv, options);
      if (!/^[^\n]*\n$/.test(stdout)) throw new Error(`not one line: ${JSON.stringify(stdout)} ${stderr}`);
      return [status, JSON.parse(stdout) as unknown];
    },
    witness: () => readWitnesses(join(home, 'work')),
    terminal: (argv, typing) => {
      const line = [...command, ...argv].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
      const script = ['--quiet', '--return', '--echo', 'never', '--command', line, '/dev/null'];
      const started = collect(
        spawn('script', script, { cwd: folder, env: { ...environment, TERM: 'xterm' } }),
        undefined,
      );
      type(started.child, typing);
      return started.ended;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The end of what is typed would be the end of the terminal, so it stays open until the program is over. */
function type(child: ChildProcessWithoutNullStreams, typing: Typing | undefined): void {
  if (typing === undefined) return;
  if (typing.after === '') child.stdin.write(typing.keys);
  let shown = '';
  child.stdout.on('data', (piece: Buffer) => {
    const before = shown;
    shown += piece.toString();
    if (typing.after === '' || before.includes(typing.after) || !shown.includes(typing.after)) return;
    child.stdin.write(typing.keys);
  });
}

/** Gathers what a program writes until it ends; without an input its standard input stays open. */
export function collect(child: ChildProcessWithoutNullStreams, input: string | Buffer | undefined): Started {
  const streams = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout.on('data', (piece: Buffer) => streams.stdout.push(piece));
  child.stderr.on('data', (piece: Buffer) => streams.stderr.push(piece));
  // A program that ends without reading its input is not a fault of the test.
  child.stdin.on('error', () => undefined);
  if (input !== undefined) child.stdin.end(input);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => {
      const stdout = Buffer.concat(streams.stdout).toString('utf8');
      const stderr = Buffer.concat(streams.stderr).toString('utf8');
      resolve({ status, signal, stdout, stderr });
    });
  });
  return { child, ended };
}

function readWitnesses(folder: string): string {
  if (!existsSync(folder)) return '';
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === 'witness')
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('');
}
