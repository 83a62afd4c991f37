import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createDaemonDriver } from '../../src/drivers/daemon-driver.js';
import type { CaseResult } from '../../src/run-case.js';
import { runCases } from '../../src/run-cases.js';
import { selectCases } from '../../src/select-cases.js';
import { fixturePacks, loadSuite } from '../../src/suite.js';
import { hcpBinary, hcpdBinary } from '../product-binaries.js';

const { cases } = loadSuite();
const folder = mkdtempSync(join(tmpdir(), 'hcp-daemon-driver-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (binary: string, only: readonly string[], signal?: AbortSignal): Promise<readonly CaseResult[]> =>
  runCases(selectCases(cases, only), {
    driver: createDaemonDriver({ binary, hcp: hcpBinary(), env: process.env, signal }),
    ...{ fixtures: fixturePacks, jobs: 2, skip: new Set<string>(), signal },
  });

/** An `hcpd` of this shell text; `$HCPD` is the real one. */
function script(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\nHCPD="'${process.execPath}' '${hcpdBinary()}'"\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Passes the signal on, and then says that all was not well. */
const failing = `eval "exec $HCPD" & daemon=$!\ntrap 'kill $daemon; wait $daemon; exit 3' TERM\nwait`;

/** Daemons of this test still there, by their homes. */
function daemonsLeft(): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
    } catch {
      return false;
    }
  });
}

describe('the driver of the daemon', () => {
  it('can say that nobody is authenticated', { timeout: 120_000 }, async () => {
    const results = await run(hcpdBinary(), ['P2/unauthenticated*', '6.3/order-*-nobody', 'P1/invalid-from-nobody']);
    expect(results.length).toBeGreaterThanOrEqual(8);
    expect(results.filter(({ status }) => status !== 'passed')).toEqual([]);
  });

  it('has no validation and no metadata of its own', async () => {
    const results = await run(hcpdBinary(), ['3.7/id-missing', '3.6/sense-only']);
    expect(results.map(({ status }) => status)).toEqual(['unsupported', 'unsupported']);
  });

  it.each([
    ['is not there', () => join(folder, 'none'), 'hcpd did not become ready'],
    ['says something else', () => script('echo', 'echo hello; exec sleep 60'), 'hello'],
    ['ends at once', () => script('ending', 'echo no home >&2; exit 1'), 'no home'],
    ['fails at SIGTERM', () => script('failing', failing), 'at SIGTERM'],
  ])('fails for a daemon that %s, and leaves nothing of it', { timeout: 60_000 }, async (_, make, why) => {
    const [result] = await run(make(), ['6.3/unknown-pack']);
    expect(result).toMatchObject({ status: 'failed', reasons: [expect.stringContaining(why)] });
    expect(daemonsLeft()).toEqual([]);
  });

  it('leaves no daemon when it is interrupted', { timeout: 60_000 }, async () => {
    const interruption = new AbortController();
    const binary = script('slow', 'touch started; exec sleep 60');
    setTimeout(() => interruption.abort(), 1500);
    const results = await run(binary, ['6.3/unknown-pack', '6.3/no-session'], interruption.signal);
    expect(results.filter(({ status }) => status === 'passed')).toEqual([]);
    expect(daemonsLeft()).toEqual([]);
  });
});
