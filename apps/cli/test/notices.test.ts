import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHome, type TestHome } from './hcp-harness.js';

let test: TestHome;
let folder: string;

beforeAll(async () => {
  test = createHome();
  folder = test.pack('probe');
  await test.json(['install', folder]);
  await test.json(['activate', 'probe']);
  await test.call(['exec', 'probe', 'json']);
});
afterAll(() => test.remove());

/** The same call in each spelling, in a home with a fault: status, answer, what is said, and what it started. */
async function calls(
  fault: (home: string) => void,
  check: (home: string) => void = () => undefined,
): Promise<readonly (readonly unknown[])[]> {
  const seen: (readonly unknown[])[] = [];
  for (const words of [
    ['exec', 'probe', 'json'],
    ['exec', 'probe', 'json', '--', 'n=1'],
    ['run', 'probe', 'json'],
  ]) {
    const home = join(test.folder, 'faulty');
    cpSync(test.home, home, { recursive: true });
    fault(home);
    const before = test.witness();
    const { status, stdout, stderr } = await test.hcp(words, { env: { HCP_HOME: home } });
    expect(test.witness()).toBe(before);
    check(home);
    seen.push([status, stdout, stderr]);
    rmSync(home, { recursive: true });
  }
  return seen;
}

const answer = (error: string): string => `{"ok":false,"pack_id":"probe","verb_key":"json","error":"${error}"}\n`;
const linesOfHcp = /^(?:hcp: [^\n]*\n)+$/;

describe('a file of the home that is corrupt', () => {
  it.each([
    ['packs.lock.json', 'unknown pack probe'],
    ['config.json', 'denied: unauthenticated'],
    ['sessions/cli/default.json', 'pack probe not activated'],
    ['audit/head.json', 'audit unavailable'],
    ['audit-hmac.key', 'audit unavailable'],
  ])('%s is named to the operator, stays in place, and changes no envelope', async (file, error) => {
    const text = '{"version":1';
    const seen = await calls(
      (home) => writeFileSync(join(home, file), text),
      (home) => expect(readFileSync(join(home, file), 'utf8')).toBe(text),
    );
    for (const [status, stdout, stderr] of seen) {
      expect([status, stdout]).toEqual([3, answer(error)]);
      expect(stderr).toMatch(linesOfHcp);
      expect(stderr).toContain(join(test.folder, 'faulty', file));
    }
  });

  it('is so, too, where the audit folder is a file', async () => {
    const seen = await calls((home) => {
      rmSync(join(home, 'audit'), { recursive: true });
      writeFileSync(join(home, 'audit'), '');
    });
    for (const [status, stdout, stderr] of seen) {
      expect([status, stdout]).toEqual([3, answer('audit unavailable')]);
      expect(stderr).toMatch(linesOfHcp);
      expect(stderr).toContain(join(test.folder, 'faulty', 'audit'));
    }
  });
});

it('a pack that changed since it was installed is unknown, and only the operator is told why', async () => {
  const policy = join(folder, 'policy.json');
  const text = readFileSync(policy, 'utf8');
  writeFileSync(policy, text.replace('"write"', '"read"'));
  const seen = await calls(() => undefined);
  writeFileSync(policy, text);
  for (const [status, stdout, stderr] of seen) {
    expect([status, stdout]).toEqual([3, answer('unknown pack probe')]);
    expect(stderr).toMatch(/^hcp: [^\n]*policy[^\n]*\n$/);
  }
});

it('a call without a fault says nothing', async () => {
  const seen = await test.hcp(['exec', 'probe', 'json']);
  expect([seen.status, seen.stderr]).toEqual([0, '']);
});
