import { mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createCliDriver } from '../../src/drivers/cli-driver.js';
import { runCases } from '../../src/run-cases.js';
import type { CaseResult } from '../../src/run-case.js';
import { fixturePacks, loadSuite } from '../../src/suite.js';
import { selectCases } from '../../src/select-cases.js';
import { hcpBinary } from '../product-binaries.js';

const { cases } = loadSuite();
const folder = mkdtempSync(join(tmpdir(), 'hcp-cli-driver-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (binary: string, only: readonly string[]): Promise<readonly CaseResult[]> =>
  runCases(selectCases(cases, only), {
    ...{ driver: createCliDriver({ binary, env: process.env }), fixtures: fixturePacks, jobs: 3, skip: new Set() },
  });

describe('the driver of the command line', () => {
  it('finds out an hcp that answers refusals as successes', { timeout: 120_000 }, async () => {
    const binary = join(import.meta.dirname, '..', 'fixtures', 'lying-hcp.sh');
    const wrapper = join(folder, 'hcp');
    writeFileSync(wrapper, `#!/bin/sh\nREAL_HCP='${hcpBinary()}' exec '${binary}' "$@"\n`);
    chmodSync(wrapper, 0o755);
    const results = await run(wrapper, ['6.3/confirm-*', '6.3/order-?-before-?', '6.3/unknown-pack']);
    expect(results.length).toBeGreaterThan(14);
    expect(results.filter(({ status }) => status !== 'failed').map(({ id }) => id)).toEqual([]);
  });

  it('fails for a binary that prints no JSON', async () => {
    const results = await run('/bin/echo', ['6.3/unknown-pack', '3.7/id-missing']);
    expect(results.map(({ status }) => status)).toEqual(['failed', 'failed']);
  });

  it('fails for a binary that is not there', async () => {
    const [result] = await run(join(folder, 'none'), ['6.3/unknown-pack']);
    expect(result).toMatchObject({ status: 'failed', reasons: [expect.stringContaining('cannot be started')] });
  });
});
