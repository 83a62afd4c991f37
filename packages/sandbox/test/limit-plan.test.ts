import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../src/jail-settings.js';
import { planLimits, rlimitWords } from '../src/limit-plan.js';

const both = [{ version: 2, folder: '/groups', limits: ['processes', 'memory'] }] as const;
const keyed = (key: string): typeof DEFAULT_LIMITS => ({ ...DEFAULT_LIMITS, processes: { value: 5, key } });

test('a control group holds processes and memory, an rlimit the size of a file', () => {
  const plan = planLimits({ limits: DEFAULT_LIMITS, places: both, uid: 0, prlimit: true });
  expect(plan).toEqual({
    enforcement: { processes: 'cgroup', memory: 'cgroup', file: 'rlimit' },
    rlimits: { fsize: 1_073_741_824, core: 0 },
    inside: [],
  });
});

test('without a control group rlimits hold them; the count of processes is set inside, where it begins anew', () => {
  const plan = planLimits({ limits: DEFAULT_LIMITS, places: [], uid: 1000, prlimit: true });
  expect(plan.enforcement).toEqual({ processes: 'rlimit', memory: 'rlimit', file: 'rlimit' });
  expect(rlimitWords(plan.rlimits)).toEqual([
    '/usr/bin/prlimit',
    '--fsize=1073741824',
    '--core=0',
    '--data=2147483648',
  ]);
  expect(plan.inside).toEqual(['/usr/bin/prlimit', '--nproc=256']);
});

test('a default that nothing enforces is let be; one the operator set refuses and names its key', () => {
  const machine = { places: [], uid: 0, prlimit: true };
  expect(planLimits({ limits: DEFAULT_LIMITS, ...machine }).enforcement.processes).toBe('nothing');
  expect(() => planLimits({ limits: keyed('packs.ledger.limits.processes'), ...machine })).toThrow(
    /packs\.ledger\.limits\.processes is set to 5 and this machine cannot enforce it.*hcp config set packs\.ledger\.limits\.processes null/,
  );
  const bare = { places: [], uid: 1000, prlimit: false };
  expect(rlimitWords(planLimits({ limits: DEFAULT_LIMITS, ...bare }).rlimits)).toEqual([]);
  for (const name of ['processes', 'memoryBytes', 'fileBytes'] as const) {
    const limits = { ...DEFAULT_LIMITS, [name]: { value: 5, key: `limits.${name}` } };
    expect(() => planLimits({ limits, ...bare })).toThrow(`limits.${name} is set`);
  }
});

test('a limit of memory that the operator set takes a control group: an rlimit does not count all memory', () => {
  const limits = { ...DEFAULT_LIMITS, memoryBytes: { value: 100_000_000, key: 'packs.ledger.limits.memory_bytes' } };
  expect(() => planLimits({ limits, places: [], uid: 1000, prlimit: true })).toThrow(
    /packs\.ledger\.limits\.memory_bytes is set to 100000000 and this machine cannot enforce it/,
  );
  expect(planLimits({ limits, places: both, uid: 1000, prlimit: true }).enforcement.memory).toBe('cgroup');
});
