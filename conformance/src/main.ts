import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ConformanceCase } from './cases/conformance-case.js';
import { inMode } from './cases/in-mode.js';
import { createCliDriver } from './drivers/cli-driver.js';
import { createCommandDriver } from './drivers/command-driver.js';
import { createDaemonDriver } from './drivers/daemon-driver.js';
import type { Driver } from './drivers/driver.js';
import { help } from './help.js';
import { parseOptions, UsageError, type Options, type Through } from './options.js';
import { comparePack } from './pack/compare-pack.js';
import { reportJson } from './reporters/json.js';
import { reportJunit } from './reporters/junit.js';
import { isSuccess, type Report } from './reporters/report.js';
import { summarise } from './reporters/summary.js';
import { reportTap } from './reporters/tap.js';
import type { CaseResult } from './run-case.js';
import { runCases } from './run-cases.js';
import { selectCases } from './select-cases.js';
import { fixturePacks, loadSuite } from './suite.js';

/** What the command takes from the process it is. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Ends a run, leaving nothing behind, when aborted. */
  readonly signal?: AbortSignal | undefined;
}

const reporters = { summary: summarise, tap: reportTap, junit: reportJunit, json: reportJson } as const;

/** Runs one command line: 0 when everything asked for passed, 1 when not, 2 for a mistake on the line. */
export async function main(words: readonly string[], surroundings: Surroundings): Promise<0 | 1 | 2> {
  try {
    return await perform(parseOptions(words), surroundings);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    surroundings.err(`hcp-conformance: ${error.message}\nSee hcp-conformance --help.\n`);
    return 2;
  }
}

async function perform(options: Options, surroundings: Surroundings): Promise<0 | 1> {
  const { env, out, err } = surroundings;
  switch (options.command) {
    case 'help':
      out(help);
      return 0;
    case 'pack':
      return (await comparePack({ ...options, hcp: binaryOf(options.hcp), env, say: out, signal: surroundings.signal }))
        ? 0
        : 1;
    case 'list':
      for (const { id, clauses, title } of selectCases(loadSuite().cases, options.only)) {
        out(`${id}\t${clauses.join(' ')}\t${title}\n`);
      }
      return 0;
    case 'coverage': {
      const { cases, faults } = loadSuite();
      for (const fault of faults) err(`${fault}\n`);
      out(`${cases.length} cases, ${faults.length} faults\n`);
      return faults.length === 0 ? 0 : 1;
    }
    case 'run':
      return runSuite(options, surroundings);
  }
}

async function runSuite(options: Extract<Options, { command: 'run' }>, surroundings: Surroundings): Promise<0 | 1> {
  const { out, err, signal } = surroundings;
  const { cases, faults } = loadSuite();
  const chosen = selectCases(cases, options.only).map((one) => inMode(one, options.mode));
  const ids = new Set(cases.map(({ id }) => id));
  const strange = options.allowSkip.find((id) => !ids.has(id));
  if (strange !== undefined) throw new UsageError(`--allow-skip ${strange} names no case; see --list`);
  const { driver, twin } = driversOf(options.through, surroundings);
  const results = await runCases(chosen, {
    ...{ driver, twin, fixtures: fixturePacks, jobs: options.jobs, skip: new Set(options.allowSkip), signal },
    onResult: ({ id, status }) => {
      if (status === 'failed' && options.reporter === 'summary') err(`${id} failed\n`);
    },
  });
  const none = chosen.length === 0 ? ['no case is chosen; a run of zero cases proves nothing'] : [];
  const ended = signal?.aborted === true ? ['the run was interrupted'] : [];
  const { allowUnsupported } = options;
  const name = twin === undefined ? driver.name : `${driver.name} and ${twin.name}`;
  const compared = twin === undefined ? undefined : comparedOf(chosen, results);
  const alone =
    compared === 0 && none.length === 0 ? ['no call was answered by both faces, so nothing is compared'] : [];
  if (compared !== undefined) err(`${compared} calls answered with the same bytes by both faces\n`);
  const report: Report = { driver: name, results, faults: [...faults, ...none, ...alone, ...ended], allowUnsupported };
  out(reporters[options.reporter](report));
  return isSuccess(report) ? 0 : 1;
}

interface Drivers {
  readonly driver: Driver;
  readonly twin?: Driver;
}

function driversOf(through: Through, { env, signal }: Surroundings): Drivers {
  if ('cli' in through) return { driver: createCliDriver({ binary: binaryOf(through.cli), env, signal }) };
  if ('daemon' in through) {
    const [binary, hcp] = [binaryOf(through.daemon), binaryOf(through.hcp)];
    return { driver: createDaemonDriver({ binary, hcp, env, signal }) };
  }
  if ('twin' in through) {
    const [binary, hcp] = [binaryOf(through.twin.daemon), binaryOf(through.twin.cli)];
    return {
      driver: createCliDriver({ binary: hcp, env, signal }),
      twin: createDaemonDriver({ binary, hcp, env, signal }),
    };
  }
  const [program, ...args] = through.driver;
  return { driver: createCommandDriver({ argv: [binaryOf(program), ...args.map(pathOf)], env, signal }) };
}

/** How many calls both faces answered, and with the same bytes. */
function comparedOf(cases: readonly ConformanceCase[], results: readonly CaseResult[]): number {
  const calls = new Set(cases.filter(({ op }) => op === 'exec').map(({ id }) => id));
  return results.filter(({ id, status }) => status === 'passed' && calls.has(id)).length;
}

/** Drivers start in an empty folder, so a program named by a path is looked up from here. */
function binaryOf(program: string): string {
  if (!program.includes('/')) return program;
  const path = resolve(program);
  if (!existsSync(path)) throw new UsageError(`${path} does not exist`);
  return path;
}

/** Likewise an argument that is written as a relative path. */
function pathOf(word: string): string {
  return /^\.\.?\//.test(word) ? resolve(word) : word;
}
