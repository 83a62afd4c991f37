import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readWitness } from '../src/witness.js';

const root = mkdtempSync(join(tmpdir(), 'hcp-witness-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('counts starts and names the noted processes that are still there', () => {
  const home = join(root, 'native', 'work');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'witness'), 'started\nstarted\n');
  writeFileSync(join(home, 'pids'), `${process.pid}\n4194303\n`);
  expect(readWitness(join(root, 'native'))).toEqual({ starts: 2, survivors: [process.pid] });
});

it('finds processes of a call in a sandbox by what they are told, since their own numbers mean nothing outside', async () => {
  const home = join(root, 'jailed');
  mkdirSync(home);
  writeFileSync(join(home, 'pids'), '1\n');
  expect(readWitness(home, 'sandbox').survivors).toEqual([]);
  const env = { HOME: join(home, 'work'), HCP_CALL_ID: 'c1' };
  const child = spawn('/bin/sleep', ['60'], { env });
  await once(child, 'spawn');
  expect(readWitness(home, 'sandbox').survivors).toEqual([child.pid]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(readWitness(home, 'sandbox').survivors).toEqual([]);
});
