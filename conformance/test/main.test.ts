import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../src/main.js';
import { hcpBinary, hcpdBinary } from './product-binaries.js';

const fixture = (name: string): string => join(import.meta.dirname, 'fixtures', 'drivers', name);

async function run(...words: readonly string[]): Promise<{ status: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const status = await main(words, {
    env: process.env,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  });
  return { status, out, err };
}

describe('hcp-conformance', () => {
  it('shows help with examples', async () => {
    const { status, out } = await run('--help');
    expect(status).toBe(0);
    expect(out).toContain('Examples:');
  });

  it('ends with 2 and a hint for a mistake on the line', async () => {
    for (const words of [[], ['--cli', './none/hcp'], ['--driver', fixture('silent.sh'), '--allow-skip', '6.1/none']]) {
      const { status, out, err } = await run(...words);
      expect([status, out]).toEqual([2, '']);
      expect(err).toContain('See hcp-conformance --help.');
    }
  });

  it('lists cases', async () => {
    const { status, out } = await run('--list', '--only', '6.3.1');
    expect(status).toBe(0);
    expect(out).toContain('6.3/unknown-pack\t6.3.1\tA pack that is not installed is unknown\n');
  });

  it('checks the coverage of its own suite', async () => {
    expect(await run('--coverage')).toMatchObject({ status: 0, err: '' });
  });

  it('fails when no case is chosen', async () => {
    const { status, out } = await run('--driver', fixture('unsupported.sh'), '--only', '9.9');
    expect(status).toBe(1);
    expect(out).toContain('a run of zero cases proves nothing');
  });

  it('compares two faces, skips by name what one cannot express, and fails when nothing is compared', async () => {
    const twin = ['--twin', '--cli', hcpBinary(), '--daemon', hcpdBinary()];
    const both = await run(...twin, '--only', '6.3/unknown-pack', '--only', 'P2/unauthenticated');
    expect(both.status).toBe(0);
    expect(both.err).toBe('1 calls answered with the same bytes by both faces\n');
    expect(both.out).toContain('skipped P2/unauthenticated: ');
    const none = await run(...twin, '--only', 'P2/unauthenticated');
    expect(none.status).toBe(1);
    expect(none.out).toContain('no call was answered by both faces');
  });

  it('fails for what a driver cannot do, unless that is allowed or skipped by name', async () => {
    const words = ['--driver', fixture('unsupported.sh'), '--only', '6.3/unknown-pack'];
    expect(await run(...words)).toMatchObject({ status: 1 });
    expect(await run(...words, '--allow-unsupported')).toMatchObject({ status: 0 });
    const skipped = await run(...words, '--allow-skip', '6.3/unknown-pack');
    expect(skipped.status).toBe(0);
    expect(skipped.out).toContain('1 skipped');
  });

  it('fails for a driver that answers garbage, through every reporter', async () => {
    for (const reporter of ['summary', 'tap', 'junit', 'json']) {
      const words = ['--driver', fixture('garbage.sh'), '--only', '6.3/unknown-pack', '--reporter', reporter];
      const { status, out } = await run(...words);
      expect(status).toBe(1);
      expect(out).toContain('no module named hcp');
    }
  });
});
