import { spawn, type SpawnOptions } from 'node:child_process';
import { chownSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { PinnedBin, SandboxOutcome } from '@hcp/pipeline';
import { pinBin } from '../src/index.js';

export interface CallElsewhere {
  readonly written: string;
  readonly argv: readonly string[];
  /** Descriptors the process closes before the call. */
  readonly close?: readonly number[];
}

/** Calls that a process of its own makes, one after the other. */
export interface Elsewhere {
  readonly workRoot: string;
  readonly calls: readonly CallElsewhere[];
  /** A call that runs meanwhile, and is cancelled after them. */
  readonly meanwhile?: CallElsewhere;
}

export interface EndElsewhere {
  readonly outcomes: readonly SandboxOutcome[];
  readonly notices: readonly string[];
}

export async function pinElsewhere(written: string): Promise<PinnedBin> {
  const operatorUid = process.geteuid?.() ?? 0;
  const where = { written, packRoot: '/', searchPath: '/usr/bin:/bin', acceptPaths: ['/'] };
  return (await pinBin({ ...where, operatorUid, allowed: true })).pin;
}

export interface OtherProcess {
  readonly uid?: number;
  /** Opened in the process under the same numbers, and handed down by it. */
  readonly descriptors?: ReadonlyMap<number, number>;
  /** Words before `node`, such as a program that takes something away. */
  readonly through?: readonly string[];
}

/** Makes the calls in a Node process that runs the sources under test. */
export async function runElsewhere(
  request: Elsewhere,
  { uid, descriptors = new Map(), through = [] }: OtherProcess = {},
): Promise<EndElsewhere> {
  const fixtures = join(import.meta.dirname, 'fixtures');
  const stdio: (number | 'ignore' | 'pipe')[] = ['ignore', 'pipe', 'pipe'];
  for (const [place, descriptor] of descriptors) {
    while (stdio.length < place) stdio.push('ignore');
    stdio[place] = descriptor;
  }
  if (uid !== undefined) chownSync(request.workRoot, uid, uid);
  const node = [process.execPath, '--import', join(fixtures, 'typescript-sources.mjs'), join(fixtures, 'run-calls.ts')];
  const [program = '', ...words]: readonly string[] = [...through, ...node, JSON.stringify(request)];
  const options: SpawnOptions = { stdio, cwd: '/', ...(uid === undefined ? {} : { uid, gid: uid }) };
  const { stdout: output, stderr: errors } = spawn(program, words, options);
  if (output === null || errors === null) throw new Error('the other process has no pipes');
  const [stdout, stderr] = await Promise.all([text(output), text(errors)]);
  if (!stdout.startsWith('{')) throw new Error(`the other process failed: ${stdout}${stderr}`);
  return JSON.parse(stdout) as EndElsewhere;
}
