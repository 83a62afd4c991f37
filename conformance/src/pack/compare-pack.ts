import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createHcpCommand } from '../drivers/hcp-command.js';
import { printable } from '../reporters/printable.js';
import { compareFaces, type FaceComparison } from './compare-faces.js';
import { readExamples, type PackExamples } from './read-examples.js';

export interface ComparePackOptions {
  readonly dir: string;
  /** Path of the `hcp` binary that renders the commands and answers envelopes. */
  readonly hcp: string;
  /** Path of a JSON file with a credential (profile P7), for packs that need one. */
  readonly credential: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: (text: string) => void;
  /** Ends what runs when aborted. */
  readonly signal?: AbortSignal | undefined;
}

const timeoutMs = 120_000;

/**
 * Holds the two faces of a pack against each other (§6.5): every read verb with examples, each example through an
 * envelope and by starting the bin itself. Says a line each and answers whether all agree; none to compare is `false`.
 */
export async function comparePack(options: ComparePackOptions): Promise<boolean> {
  const { say } = options;
  const pack = readExamples(options.dir);
  if (typeof pack === 'string') {
    say(`${printable(pack)}\n`);
    return false;
  }
  const folder = mkdtempSync(join(tmpdir(), 'hcp-conformance-pack-'));
  try {
    return await compareAll(options, pack, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compareAll(options: ComparePackOptions, pack: PackExamples, folder: string): Promise<boolean> {
  const { say, env, signal } = options;
  const hcp = createHcpCommand({ binary: options.hcp, home: join(folder, 'hcp'), folder, env, timeoutMs, signal });
  for (const words of setUp(options, pack)) {
    const ended = await hcp(words);
    if (ended.end === 'exited' && ended.code === 0) continue;
    const why = ended.end === 'exited' ? `${ended.stdout.toString('utf8')}${ended.stderr}`.trim() : ended.why;
    say(`hcp ${words[0] ?? ''} failed: ${printable(why)}\n`);
    return false;
  }
  const comparison: FaceComparison = {
    hcp,
    pack,
    folder,
    searchPath: env['PATH'],
    credentialEnv: credentialEnv(options),
  };
  let differing = 0;
  for (const example of pack.examples) {
    const difference = await compareFaces(example, comparison);
    if (difference !== undefined) differing += 1;
    const subject = printable(`${example.verbKey} ${JSON.stringify(example.args)}`);
    say(difference === undefined ? `same    ${subject}\n` : `DIFFERS ${subject}\n        ${printable(difference)}\n`);
  }
  say(`${pack.examples.length} examples of ${printable(pack.id)}, ${differing} differ\n`);
  return differing === 0;
}

function* setUp({ dir, credential }: ComparePackOptions, { id }: PackExamples): Generator<readonly string[]> {
  const principal = { id: 'conformance', tenant: 'local', projects: ['conformance'], capabilities: ['*'] };
  yield ['config', 'set', 'principal', JSON.stringify(principal)];
  yield ['install', resolve(dir)];
  yield ['activate', id];
  if (credential !== undefined) yield ['connect', id, '--file', resolve(credential)];
}

function credentialEnv({ credential }: ComparePackOptions): Readonly<Record<string, string>> {
  if (credential === undefined) return {};
  const { env } = JSON.parse(readFileSync(credential, 'utf8')) as { env?: Readonly<Record<string, string>> };
  return env ?? {};
}
