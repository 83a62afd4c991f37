import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { forksSoFar, lastPid, maxPid } from '../src/process-table.js';

const linux = process.platform === 'linux';
if (!linux) console.log('skipped: processes are counted through /proc, on Linux only');

test.runIf(linux)('the count of forks grows with each program started, and never falls', () => {
  const before = forksSoFar() ?? Number.NaN;
  for (let started = 0; started < 5; started += 1) execFileSync('/bin/true');
  expect((forksSoFar() ?? Number.NaN) - before).toBeGreaterThanOrEqual(5);
});

test.runIf(linux)('the last pid handed out is one this system can hand out', () => {
  execFileSync('/bin/true');
  expect(lastPid()).toBeGreaterThan(0);
  expect(lastPid()).toBeLessThanOrEqual(maxPid());
});
