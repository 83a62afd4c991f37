import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HcpCommand } from './hcp-command.js';

/** One command of the product that makes state. */
export interface SetUpStep {
  readonly words: readonly string[];
  /** Written before the command, which reads it. */
  readonly file?: { readonly path: string; readonly text: string };
}

/** How a step ended. */
export interface StepEnd {
  readonly step: SetUpStep;
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HomePlace {
  /** `HCP_HOME`; not there yet. */
  readonly home: string;
  /** Absolute path of the folder with the packs that the steps install. */
  readonly packsDir: string;
  /** A folder that outlives the case: where homes are kept. */
  readonly kept: string;
  readonly hcp: HcpCommand;
}

/**
 * Makes a home by these steps, in order. A home that the first of them have made before is copied and not made again:
 * homes are kept by what made them, absolute paths and every byte of the packs included. Answers how each step ended,
 * or why one could not run.
 */
export async function prepareHome(steps: readonly SetUpStep[], place: HomePlace): Promise<readonly StepEnd[] | string> {
  const keys = keysOf(steps, place);
  const known = keys.findLastIndex((key) => existsSync(join(place.kept, key)));
  const ends = known === -1 ? [] : restore(join(place.kept, keys[known] ?? ''), place.home);
  for (const [index, step] of steps.entries()) {
    if (index <= known) continue;
    if (step.file !== undefined) writeFileSync(step.file.path, step.file.text, { mode: 0o600 });
    const ended = await place.hcp(step.words);
    if (ended.end !== 'exited') return `hcp ${step.words[0] ?? ''} ${ended.why}`;
    ends.push({ step, code: ended.code, stdout: ended.stdout.toString('utf8'), stderr: ended.stderr });
    keep(join(place.kept, keys[index] ?? ''), place.home, ends);
  }
  return ends;
}

/** One key a step, for the home behind it. */
function keysOf(steps: readonly SetUpStep[], { home, packsDir }: HomePlace): readonly string[] {
  let key = digestOf([home, packsDir, ...filesBelow(packsDir)]);
  return steps.map((step) => (key = digestOf([key, JSON.stringify(step)])));
}

function* filesBelow(folder: string): Generator<string | Uint8Array> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    yield path;
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield readFileSync(path);
  }
}

/** Each part with its length, so that no two lists read the same. */
function digestOf(parts: Iterable<string | Uint8Array>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest('hex');
}

function restore(kept: string, home: string): StepEnd[] {
  if (existsSync(join(kept, 'home'))) copy(join(kept, 'home'), home);
  return JSON.parse(readFileSync(join(kept, 'ends.json'), 'utf8')) as StepEnd[];
}

/** Renamed into place whole, so that a run that was interrupted leaves no half of one. */
function keep(kept: string, home: string, ends: readonly StepEnd[]): void {
  const draft = `${kept}.draft`;
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  if (existsSync(home)) copy(home, join(draft, 'home'));
  writeFileSync(join(draft, 'ends.json'), JSON.stringify(ends));
  renameSync(draft, kept);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}
