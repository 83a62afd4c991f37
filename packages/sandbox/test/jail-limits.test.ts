import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { groupPlaces } from '../src/group-places.js';
import type { CallLimits } from '../src/jail-settings.js';
import { DEFAULT_LIMITS } from '../src/jail-settings.js';
import { approvedCall } from './approved-call.js';
import { createJailBench, jails, linesOf, python } from './jail-support.js';
import { survivorsOf } from './workbench.js';

const places = jails ? await groupPlaces() : [];
const counted = places.some(({ limits }) => limits.includes('processes')) || process.geteuid?.() !== 0;
const measured = places.some(({ limits }) => limits.includes('memory'));
if (jails && !counted) console.log('skipped: nothing limits the processes of root on this machine (no control group)');
if (jails && !measured)
  console.log('skipped: nothing limits the memory of a whole call on this machine (no control group)');

const limitsOf = (more: Partial<CallLimits>): { limits: CallLimits } => ({ limits: { ...DEFAULT_LIMITS, ...more } });
const MEBIBYTE = 1024 ** 2;

function groupsLeft(): string[] {
  return places.flatMap(({ folder }) =>
    readdirSync(folder).filter((name) => name.startsWith(`hcp-${process.pid}-`) && !name.includes('-spare-')),
  );
}

describe.runIf(jails && python)('in a jail', { timeout: 60_000 }, () => {
  test.runIf(counted)('two thousand forks come to an end at 256 processes, and nothing is left', async () => {
    const call = approvedCall();
    const [started] = linesOf(await createJailBench().run('./escape/fork-bomb.py', [], { call }));
    expect(Number(started)).toBeGreaterThan(200);
    expect(Number(started)).toBeLessThanOrEqual(256);
    expect(survivorsOf(call.callId)).toEqual([]);
    expect(groupsLeft()).toEqual([]);
  });

  test.runIf(counted)('the operator sets how many processes there may be', async () => {
    const bench = createJailBench(limitsOf({ processes: { value: 20, key: 'limits.processes' } }));
    const [started] = linesOf(await bench.run('./escape/fork-bomb.py'));
    expect(Number(started)).toBeGreaterThan(10);
    expect(Number(started)).toBeLessThanOrEqual(20);
  });

  test.runIf(measured)('memory beyond the limit ends the call, taken by one process or by several', async () => {
    const bench = createJailBench(limitsOf({ memoryBytes: { value: 64 * MEBIBYTE, key: 'limits.memory_bytes' } }));
    const alone = await bench.run('./escape/memory-bomb.py', ['256', '1']);
    expect(alone).toMatchObject({ end: 'exited', exitCode: 137 });
    const together = await bench.run('./escape/memory-bomb.py', ['40', '8']);
    // Each of them would have room; the system ends one after the other until the rest has.
    const done = together.end === 'exited' ? (together.stdout.match(/took/g)?.length ?? 0) : 0;
    expect(done).toBeLessThan(8);
    expect(groupsLeft()).toEqual([]);
  });

  test.runIf(measured)('what is written to memory that looks like a disk counts', async () => {
    const bench = createJailBench(limitsOf({ memoryBytes: { value: 32 * MEBIBYTE, key: 'limits.memory_bytes' } }));
    const script = 'head -c 60000000 /dev/zero > /dev/shm/fill';
    expect(await bench.run('/bin/sh', ['-c', script])).not.toMatchObject({ exitCode: 0 });
  });

  test('a file grows to its limit and no further', async () => {
    const bench = createJailBench(limitsOf({ fileBytes: { value: MEBIBYTE, key: 'limits.file_bytes' } }));
    expect(linesOf(await bench.run('./escape/disk-filler.py', [String(8 * MEBIBYTE)]))).toEqual([String(MEBIBYTE)]);
    const [standard] = linesOf(await createJailBench().run('/bin/sh', ['-c', 'ulimit -f; ulimit -c']));
    // In blocks of 512 bytes.
    expect(standard).toBe(String(1024 ** 3 / 512));
  });

  test('fifty calls at once each have their limits and leave nothing', async () => {
    const bench = createJailBench();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => bench.run('/bin/echo', [String(index)])),
    );
    expect(outcomes.map(linesOf)).toEqual(Array.from({ length: 50 }, (_, index) => [String(index)]));
    expect(bench.notices).toEqual([]);
    expect(groupsLeft()).toEqual([]);
    for (const { folder } of places) expect(existsSync(folder)).toBe(true);
  });
});
